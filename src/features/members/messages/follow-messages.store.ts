import { $blocked } from '../reports/reporting.store.ts'
import { leaveAnswered } from './answered.store.ts'
import { $chat, addressWith, leaveChat } from './chat.store.ts'
import type { Chat } from './chats.ts'
import { refreshInbox } from './current-inbox.store.ts'
import { $inbox, type Inbox } from './inbox.store.ts'

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
 * The address says what the next message is about, so that a reload shows it as long as it is not
 * sent.
 */
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
