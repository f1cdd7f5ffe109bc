import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { asStored, hasSomethingToSee, lengthOf } from '../../../lib/texts.ts'
import { showToast } from '../../../ui/toasts.store.ts'
import { $blocked, ask } from '../reports/reporting.store.ts'
import { leaveAnswered } from './answered.store.ts'
import { calm, loadOlder, reveal } from './chat-acts.store.ts'
import { $chat, addressWith, closeChat } from './chat.store.ts'
import type { Chat } from './chats.ts'
import { refreshInbox } from './current-inbox.store.ts'
import { $problem, $returned } from './drafts.store.ts'
import { hide, loadOlderConversations, markAsUnread } from './inbox-acts.store.ts'
import { $inbox, type Inbox } from './inbox.store.ts'
import { MessageDialogs } from './MessageDialogs.tsx'
import { discard, mayWriteHere, retry, send, sendVoice } from './outbox.store.ts'
import { openRecorder } from './recorder.store.ts'
import type { WritingRules } from './rules.ts'
import { forgetDraft } from './unsent.ts'
import { $choosing, $viewing, withdrawPhoto } from './view-once.store.ts'

type Props = { rules: WritingRules; most: number; upgrade: string }

let started: Props | null = null

/** Improves the forms and links of the page, which work without it, and shows the dialogs. */
export function start(props: Props): void {
  if (started) return
  started = props
  const place = document.body.appendChild(document.createElement('div'))
  createRoot(place).render(createElement(MessageDialogs, { ...props, onVoice: sendVoice }))
  document.addEventListener('submit', onSubmit)
  document.addEventListener('click', onClick)
  $chat.listen(followAbout)
  $blocked.listen(followBlocks)
  $inbox.listen(followAnswers)
}

/** Whoever was blocked is gone from the list, and with them their chat. */
function followBlocks(blocked: Readonly<Record<number, boolean>>): void {
  void refreshInbox()
  const otherId = $chat.get()?.other.userId
  if (otherId !== undefined && blocked[otherId]) close()
}

/** The address says what the next message is about, so that a reload shows it as long as it is not sent. */
function followAbout(chat: Chat | null, before?: Chat | null): void {
  if (!chat || chat.other.userId !== before?.other.userId || chat.about === before.about) return
  const address = addressWith(chat.other.userId)
  history.replaceState(
    history.state,
    '',
    chat.about ? `${address}&${chat.about.kind}=${chat.about.id}` : address,
  )
}

/** Who waits for an answer has one then. */
function followAnswers({ conversations }: Inbox): void {
  leaveAnswered(
    conversations.flatMap(({ other, snippet }) => (snippet?.isMine ? [other.userId] : [])),
  )
}

/** Opens the recorder for the chat, with what was recorded for it and not sent. Returns false before `start`. */
export function record(): boolean {
  const otherId = $chat.get()?.other.userId
  if (otherId === undefined || !started) return false
  if (mayWriteHere(started.rules)) void openRecorder(otherId)
  return true
}

/** Opens the choice of a photo for one view for the chat. Returns false before `start`. */
export function choosePhoto(): boolean {
  const otherId = $chat.get()?.other.userId
  if (otherId === undefined || !started) return false
  if (mayWriteHere(started.rules)) $choosing.set(otherId)
  return true
}

/** Asks before it opens a photo for one view, or takes back one's own. */
export function actOnPhoto(messageId: number, isMine: boolean): void {
  if (isMine) void withdrawPhoto(messageId)
  else $viewing.set(messageId)
}

/** Going back keeps the list as the page before, also for the browser's own button. */
function close(): void {
  if ((history.state as { isFromList?: boolean } | null)?.isFromList) return history.back()
  history.replaceState(null, '', addressWith(null))
  leave()
}

/** Closes the chat; its row in the list gets the focus. */
export function leave(): void {
  const otherId = $chat.get()?.other.userId
  closeChat()
  if (otherId !== undefined) focusOn(otherId)
}

/** Focuses somebody's row, or the list where it is gone. */
function focusOn(otherId: number): void {
  requestAnimationFrame(() => {
    const row = document.querySelector<HTMLElement>(`a[href="/messages?with=${otherId}"]`)
    ;(row ?? document.querySelector<HTMLElement>('[aria-label=Conversations] a'))?.focus()
  })
}

function onSubmit(event: SubmitEvent): void {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return
  const fields = new FormData(form)
  const id = Number(fields.get('id'))
  const path = new URL(form.action).pathname
  if (path === '/message/chatMessages')
    sendFrom(form, id, event.submitter?.getAttribute('name') === 'isSure')
  else if (path === '/message/hide') hideOrShow(form, id, fields.get('hidden') === 'no')
  else if (path === '/message/unread') void markAsUnread(id)
  else if (path === '/profile/revealMessage') void revealOnce(form, Number(fields.get('messageId')))
  else if (path === '/message/calmWarning') calmOnce(Number(fields.get('messageId')))
  else if ('older' in form.dataset) void loadOlderConversations()
  else return
  event.preventDefault()
  form.closest('details')?.removeAttribute('open')
}

function sendFrom(form: HTMLFormElement, otherId: number, isSure: boolean): void {
  const field = form.querySelector('textarea')
  if (!field || !started) return
  field.focus()
  const { rules, most } = started
  const body = asStored(field.value)
  if (!hasSomethingToSee(body)) $problem.set('Please write something first.')
  else if (lengthOf(body) > most) $problem.set(`Please use at most ${most} characters.`)
  else if (send(body, rules, isSure)) {
    forgetDraft(otherId)
    $returned.set({ otherId, body: '' })
  }
}

async function revealOnce(form: HTMLFormElement, messageId: number): Promise<void> {
  const button = form.querySelector('button')
  if (button?.ariaBusy === 'true') return
  button?.setAttribute('aria-busy', 'true')
  await reveal(messageId)
  button?.removeAttribute('aria-busy')
  // The offer goes with its last message.
  if (!form.isConnected) document.querySelector<HTMLElement>('[role=log]')?.focus()
}

/** The form goes with its warning: the log gets the focus. */
function calmOnce(messageId: number): void {
  void calm(messageId)
  document.querySelector<HTMLElement>('[role=log]')?.focus()
}

function hideOrShow(form: HTMLFormElement, id: number, isHidden: boolean): void {
  const row = form.closest('li')
  // A row that goes takes the focus with it: the next one gets it, or the list's head.
  const next = row?.nextElementSibling ?? row?.previousElementSibling ?? row?.closest('section')
  next?.querySelector('a')?.focus()
  const username =
    $inbox.get().conversations.find(({ other }) => other.userId === id)?.other.username ?? ''
  void hide(id, isHidden ? 'no' : 'yes')
  if (isHidden) return
  if ($chat.get()?.other.userId === id) close()
  const undo = () => void hide(id, 'no').then(() => focusOn(id))
  showToast(`The conversation with ${username} is hidden until one of you writes.`, {
    label: 'Undo',
    href: '/messages?show=hidden',
    act: undo,
  })
}

function onClick(event: MouseEvent): void {
  if (!(event.target instanceof Element)) return
  const asked = event.target.closest<HTMLElement>(
    '[data-retry], [data-edit], a[data-older], a[data-back], header details a[href$="#act"], a[data-act]',
  )
  if (!asked || event.ctrlKey || event.metaKey || event.shiftKey) return
  const { retry: again, edit } = asked.dataset
  if (again !== undefined) return retry(again)
  if (edit !== undefined) return discard(edit)
  event.preventDefault()
  if ('older' in asked.dataset) return void loadOlder()
  if ('back' in asked.dataset) return close()
  const other = $chat.get()?.other
  const act = (asked as HTMLAnchorElement).search === '?act=block' ? 'block' : 'report'
  if (other) ask({ act, person: { id: other.userId, username: other.username } })
}
