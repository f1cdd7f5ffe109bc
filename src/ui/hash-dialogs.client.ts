/** Opens dialogs by the URL's hash, so that links, Back and reload work; without script, CSS does this by `:target`. */
const dialogs = new Map([...document.querySelectorAll<HTMLDialogElement>('dialog[id]:not([data-gate])')].map((dialog) => [dialog.id, dialog]))

let mayGoBack = false

function followHash(): void {
  const wanted = dialogs.get(location.hash.slice(1))
  for (const dialog of dialogs.values()) {
    if (dialog !== wanted) dialog.close()
  }
  if (wanted && !wanted.open) wanted.showModal()
  // Moves the focus to the hash's target, which a modal dialog made inert before.
  if (!wanted) document.querySelector<HTMLElement>(':target')?.focus()
}

function leaveHash(dialog: HTMLDialogElement): void {
  if (location.hash !== `#${dialog.id}`) return
  if (mayGoBack) history.back()
  else history.replaceState(null, '', location.pathname + location.search)
}

for (const dialog of dialogs.values()) {
  // Disables the `:target` rule, which would show a closed dialog until the hash changes.
  dialog.dataset['enhanced'] = ''
  dialog.addEventListener('close', () => leaveHash(dialog))
  // After loading a URL with a dialog's hash, the browser focuses the dialog itself.
  dialog.addEventListener('focus', () => dialog.querySelector<HTMLElement>('[autofocus]')?.focus(), { once: true })
  dialog.addEventListener('mousedown', (event) => {
    if (event.target === dialog) dialog.close()
  })
  dialog.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-close], a[data-swap]') : null
    if (!link) return
    event.preventDefault()
    // All dialogs share one history entry: Back from the second dialog leads to the page.
    if ('swap' in link.dataset) location.replace(link.hash)
    else dialog.close()
  })
}

addEventListener('hashchange', (event) => {
  if (!dialogs.has(new URL(event.oldURL).hash.slice(1))) mayGoBack = true
  followHash()
})
followHash()
