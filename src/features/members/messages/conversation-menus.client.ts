import { ask } from '../reports/reporting.store.ts'
import { $chat } from './chat.store.ts'
import { openSearch } from './find.store.ts'

const names = ['pinned', 'muted', 'unread']

/**
 * Until the returned function is called, does on the page itself what a button or a link asks for
 * that is about a conversation, in the list and in the chat.
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
    const { target, ctrlKey, metaKey, shiftKey, defaultPrevented } = event
    const link = target instanceof Element ? target.closest('a') : null
    const person = $chat.get()?.other
    if (!link || !person || ctrlKey || metaKey || shiftKey || defaultPrevented) return
    const { pathname, searchParams } = new URL(link.href)
    const act = searchParams.get('act')
    const { userId: id, username } = person
    if (pathname === '/messages' && searchParams.has('find')) openSearch(id)
    else if (pathname === `/profile/view/id/${id}` && (act === 'block' || act === 'report'))
      ask({ act, person: { id, username } })
    else return
    event.preventDefault()
  }
  document.addEventListener('submit', choose)
  document.addEventListener('click', follow)
  return () => {
    document.removeEventListener('submit', choose)
    document.removeEventListener('click', follow)
  }
}
