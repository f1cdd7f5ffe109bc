import { api, assertRefused } from '../api/client.ts'
import type { Endpoint } from '../api/contract.ts'

/**
 * Lists of which each row has a form that ends it (`data-row`): the row goes without a page load, the list's
 * `[data-rows-said]` says so, and the focus moves on to the next row. `data-row="others"` removes all rows with a form.
 */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-row]')) {
  let sending = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (sending) return
    sending = true
    void end(form, event.submitter).finally(() => (sending = false))
  })
}

async function end(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const path = form.getAttribute('action') as `/${string}`
  const problem = form.querySelector('[data-problem]')
  if (problem) problem.textContent = ''
  try {
    await api.send<Endpoint>(`POST ${path}`, {
      body: Object.fromEntries(new FormData(form, submitter)),
    })
  } catch (error) {
    assertRefused(error)
    if (problem) problem.textContent = error.errors[0]?.message ?? error.message
    return
  }
  const section = form.closest('section')
  const said = section?.querySelector<HTMLElement>('[data-rows-said]')
  const row = form.closest('li')
  const next =
    row?.nextElementSibling?.querySelector('button') ??
    row?.previousElementSibling?.querySelector('button')
  if (row) row.remove()
  else section?.querySelectorAll('li:has(form[data-row])').forEach((one) => one.remove())
  if (!row) form.remove()
  if (said) said.textContent = said.dataset['rowsSaid'] ?? ''
  ;(next ?? section)?.focus()
}
