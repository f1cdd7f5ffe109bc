import { openSearch } from './find.store.ts'

const names = ['pinned', 'muted', 'unread']

/**
 * Until the returned function is called, does on the page itself what a button or a link of a
 * conversation's menu asks for, in the list and in the chat.
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
  const follow = (event: MouseEvent) => {
    const { target, ctrlKey, metaKey, shiftKey } = event
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || ctrlKey || metaKey || shiftKey) return
    const { searchParams } = new URL(link.href)
    if (!searchParams.has('find')) return
    event.preventDefault()
    openSearch(Number(searchParams.get('with')))
  }
  document.addEventListener('submit', choose)
  document.addEventListener('click', follow)
  return () => {
    document.removeEventListener('submit', choose)
    document.removeEventListener('click', follow)
  }
}
