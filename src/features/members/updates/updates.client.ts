import { api, assertRefused } from '../../../api/client.ts'
import { enhanceForm } from '../../../ui/enhance-form.client.ts'
import { textIn } from '../../../ui/form-answer.ts'
import type { addUpdate, deleteUpdate, restoreUpdate } from './updates.contract.ts'

const list = document.querySelector<HTMLElement>('[data-updates]')

/** Deletes an own update in its place, and brings it back: the row stays until the page is loaded again. */
list?.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !('ownUpdate' in form.dataset)) return
  event.preventDefault()
  void endOrRestore(form)
})

async function endOrRestore(form: HTMLFormElement): Promise<void> {
  const said = form.querySelector('.update-said')
  const button = form.querySelector<HTMLButtonElement>('button')
  const isDeleted = form.dataset['ownUpdate'] === 'deleted'
  const id = Number(textIn(new FormData(form), 'id'))
  try {
    if (isDeleted)
      await api.send<typeof restoreUpdate>('POST /userUpdate/restore', { body: { id } })
    else await api.send<typeof deleteUpdate>('POST /userUpdate/delete', { body: { id } })
  } catch (error) {
    assertRefused(error)
    said?.replaceChildren(error.message)
    return
  }
  form.dataset['ownUpdate'] = isDeleted ? '' : 'deleted'
  form.parentElement?.classList.toggle('update-deleted', !isDeleted)
  button?.replaceChildren(isDeleted ? 'Delete' : 'Undo')
  said?.replaceChildren(isDeleted ? '' : 'Deleted.')
}

const form = document.querySelector<HTMLFormElement>('[data-update-form]')
if (form) {
  enhanceForm(form, async (fields) => {
    const { update } = await api.send<typeof addUpdate>('POST /userUpdate/add', {
      body: { body: textIn(fields, 'body') },
    })
    form.reset()
    const page = await pageAt(location.pathname)
    const row = page?.querySelector(`#update-${update.id}`)
    if (row) list?.prepend(row)
    return { said: 'Posted.' }
  })
}

const more = document.querySelector<HTMLAnchorElement>('[data-older-updates]')
more?.addEventListener('click', (event) => {
  event.preventDefault()
  void showOlder(more)
})

/** Adds the rows of the page to which the link leads. */
async function showOlder(link: HTMLAnchorElement): Promise<void> {
  const page = await pageAt(link.href)
  const rows = page ? [...page.querySelectorAll('[data-updates] > li')] : []
  if (rows.length === 0) return location.assign(link.href)
  list?.append(...rows)
  const next = page?.querySelector<HTMLAnchorElement>('[data-older-updates]')
  if (next) link.href = next.href
  else link.closest('p')?.remove()
  rows[0]?.querySelector<HTMLElement>('a, button')?.focus()
}

/** Null if there was no connection or another answer than a page; the link is then followed, and the browser says why. */
async function pageAt(address: string): Promise<Document | null> {
  const response = await fetch(address).catch((error: unknown) => {
    if (error instanceof TypeError) return null
    throw error
  })
  return response?.ok ? new DOMParser().parseFromString(await response.text(), 'text/html') : null
}
