import { $blocked } from '#members/reports/reporting/reporting.store.ts'
import { leaveAnswered } from '../inbox/answered.store.ts'
import { refreshInbox } from '../inbox/current-inbox.store.ts'
import { $inbox, type Inbox } from '../inbox/inbox.store.ts'
import { $chat, addressWith, leaveChat } from './chat.store.ts'
import type { Chat } from './chats.ts'

/** What follows from a change of the page's stores, until the returned function is called. */
export function followMessages(): () => void {
  const stops = [
    $chat.listen(followAbout),
    $blocked.listen(followBlocks),
    $inbox.listen(followAnswers),
  ]
  return () => stops.forEach((stop) => stop())
}

/** Whoever was blocked is gone from the list, and with them their chat. */
function followBlocks(blocked: Readonly<Record<number, boolean>>): void {
  void refreshInbox()
  const otherId = $chat.get()?.other.userId
  if (otherId !== undefined && blocked[otherId]) leaveChat()
}

/**
 * The address says what the next message is about, and which one it answers, so that a reload shows
 * it as long as it is not sent.
 */
function followAbout(chat: Chat | null, before?: Chat | null): void {
  if (!chat || chat.other.userId !== before?.other.userId) return
  const { about, replyTo } = chat
  if (about === before.about && replyTo?.id === before.replyTo?.id) return
  const more = [
    ...(about ? [`&${about.kind}=${about.id}`] : []),
    ...(replyTo ? [`&reply=${replyTo.id}`] : []),
  ]
  history.replaceState(history.state, '', `${addressWith(chat.other.userId)}${more.join('')}`)
}

/** Who waits for an answer has one then. */
function followAnswers({ conversations }: Inbox): void {
  leaveAnswered(
    conversations.flatMap(({ other, snippet }) => (snippet?.isMine ? [other.userId] : [])),
  )
}
