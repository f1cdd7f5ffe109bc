/**
 * Dialogs whose openness is the address's hash: a link opens them, Back closes them, a reload keeps them.
 * Without script CSS does the same by `:target`; with it they are modal.
 */
const dialogs = new Map([...document.querySelectorAll<HTMLDialogElement>('dialog[id]:not([data-gate])')].map((dialog) => [dialog.id, dialog]))

/** Whether the entry before this one in the history is this page without a dialog. */
let mayGoBack = false

function followHash(): void {
  const wanted = dialogs.get(location.hash.slice(1))
  for (const dialog of dialogs.values()) {
    if (dialog !== wanted) dialog.close()
  }
  if (wanted && !wanted.open) wanted.showModal()
  // What the address names instead could not have the focus as long as a dialog was in front of it.
  if (!wanted) document.querySelector<HTMLElement>(':target')?.focus()
}

function leaveHash(dialog: HTMLDialogElement): void {
  if (location.hash !== `#${dialog.id}`) return
  if (mayGoBack) history.back()
  else history.replaceState(null, '', location.pathname + location.search)
}

for (const dialog of dialogs.values()) {
  // Keeps the rule for :target away, which would show a closed dialog until the hash is gone.
  dialog.dataset['enhanced'] = ''
  dialog.addEventListener('close', () => leaveHash(dialog))
  // A page that is loaded by its dialog's address gives the dialog itself the focus when it is done.
  dialog.addEventListener('focus', () => dialog.querySelector<HTMLElement>('[autofocus]')?.focus(), { once: true })
  dialog.addEventListener('mousedown', (event) => {
    if (event.target === dialog) dialog.close()
  })
  dialog.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-close], a[data-swap]') : null
    if (!link) return
    event.preventDefault()
    // One entry of the history for all dialogs: Back from the second leads to the page, not to the first.
    if ('swap' in link.dataset) location.replace(link.hash)
    else dialog.close()
  })
}

addEventListener('hashchange', (event) => {
  if (!dialogs.has(new URL(event.oldURL).hash.slice(1))) mayGoBack = true
  followHash()
})
followHash()
