import type { MouseEvent, SubmitEvent } from 'react'
import { ask } from '#members/reports/reporting/reporting.store.ts'
import { openSearch } from '../find/find.store.ts'
import { $chat } from './chat.store.ts'

const names = ['pinned', 'muted', 'unread']

/** What buttons and links about a conversation do on the page itself, in the list and in the chat. */
export const pageActs = {
  onSubmit(event: SubmitEvent) {
    const { submitter } = event.nativeEvent
    if (!(submitter instanceof HTMLButtonElement && submitter.form)) return
    const { name, value, form } = submitter
    if (!names.includes(name)) return
    event.preventDefault()
    const id = Number(new FormData(form).get('id'))
    void import('../inbox/menu-acts.store.ts').then((store) => store.change(name, id, value))
  },
  onClick({ nativeEvent, ctrlKey, metaKey, shiftKey }: MouseEvent) {
    const link = nativeEvent.composedPath().find((on) => on instanceof HTMLAnchorElement)
    const person = $chat.get()?.other
    if (!link || !person || ctrlKey || metaKey || shiftKey || nativeEvent.defaultPrevented) return
    const { pathname, searchParams } = new URL(link.href)
    const act = searchParams.get('act')
    const { userId: id, username } = person
    if (pathname === '/messages' && searchParams.has('find')) openSearch(id)
    else if (pathname === `/profile/view/id/${id}` && (act === 'block' || act === 'report'))
      ask({ act, person: { id, username } })
    else return
    nativeEvent.preventDefault()
  },
}
