import type { NamedPart } from '../likes/parts.sql.ts'
import { addressForm } from './write-form.client.ts'

let isConnected = false
const kinds = ['photo', 'prompt'] as const

/** Opens the layout's dialog for the member whom a link with `data-write` names. */
export function openWriteDialog(link: HTMLAnchorElement): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog[data-write-dialog]')
  const form = dialog?.querySelector('form')
  if (!dialog || !form) return location.assign(link.href)
  if (!isConnected) connect(dialog)
  const username = link.dataset['write'] ?? ''
  dialog.querySelector('bdi')?.replaceChildren(username)
  const query = new URL(link.href).searchParams
  const about = kinds.flatMap((kind) => (query.has(kind) ? [[kind, Number(query.get(kind))]] : []))
  showAbout(dialog, about.length > 0 ? link.closest('[data-part]') : null)
  addressForm(
    form,
    { id: Number(query.get('with')), username },
    () => dialog.close(),
    Object.fromEntries(about) as NamedPart,
  )
  dialog.showModal()
}

/** The photo or the answer that the message is about, as the page shows it. */
function showAbout(dialog: HTMLDialogElement, part: Element | null): void {
  const place = dialog.querySelector<HTMLElement>('[data-about]')
  if (!place) return
  const picture = part?.querySelector('picture')?.cloneNode(true) as Element | undefined
  for (const one of picture?.querySelectorAll<HTMLImageElement | HTMLSourceElement>(
    'source, img',
  ) ?? [])
    one.sizes = '64px'
  const question = Object.assign(document.createElement('strong'), {
    textContent: part?.querySelector('[data-part-question]')?.textContent,
  })
  const words = document.createElement('p')
  words.append(question, part?.querySelector('[data-part-answer]')?.textContent ?? '')
  place.replaceChildren(picture ?? words)
  place.hidden = part === null
}

function connect(dialog: HTMLDialogElement): void {
  isConnected = true
  for (const button of dialog.querySelectorAll('[data-close]'))
    button.addEventListener('click', () => dialog.close())
  // A click on the backdrop has the dialog itself as its target, since its padding is zero.
  dialog.addEventListener('mousedown', (event) => {
    if (event.target === dialog) dialog.close()
  })
}
