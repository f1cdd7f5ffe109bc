/** Links to a chat that write without leaving the page; the dialog is loaded with the first. */
document.addEventListener('click', (event) => {
  const link =
    event.target instanceof Element
      ? event.target.closest<HTMLAnchorElement>('a[data-write]')
      : null
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  void import('./write-dialog.client.ts').then(({ openWriteDialog }) => openWriteDialog(link))
})
