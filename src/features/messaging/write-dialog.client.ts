import { addressForm } from './write-form.client.ts'

let isConnected = false

/** Opens the layout's dialog for the member whom a link with `data-write` names. */
export function openWriteDialog(link: HTMLAnchorElement): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog[data-write-dialog]')
  const form = dialog?.querySelector('form')
  if (!dialog || !form) return location.assign(link.href)
  if (!isConnected) connect(dialog)
  const username = link.dataset['write'] ?? ''
  dialog.querySelector('bdi')?.replaceChildren(username)
  addressForm(form, { id: Number(new URL(link.href).searchParams.get('with')), username }, () => dialog.close())
  dialog.showModal()
}

function connect(dialog: HTMLDialogElement): void {
  isConnected = true
  for (const button of dialog.querySelectorAll('[data-close]')) button.addEventListener('click', () => dialog.close())
  // A click on the backdrop has the dialog itself as its target, since its padding is zero.
  dialog.addEventListener('mousedown', (event) => {
    if (event.target === dialog) dialog.close()
  })
}
