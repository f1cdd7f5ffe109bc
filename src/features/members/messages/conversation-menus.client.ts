const names = ['pinned', 'muted', 'unread']

/**
 * Until the returned function is called, does on the page itself what a button of a conversation's
 * menu asks for, in the list and in the chat.
 */
export function followMenus(): () => void {
  const choose = (event: SubmitEvent) => {
    const button = event.submitter
    if (!(button instanceof HTMLButtonElement && button.form && names.includes(button.name))) return
    event.preventDefault()
    const { name, value, form } = button
    const id = Number(new FormData(form).get('id'))
    void import('./menu-acts.store.ts').then((store) => store.change(name, id, value))
  }
  document.addEventListener('submit', choose)
  return () => document.removeEventListener('submit', choose)
}
