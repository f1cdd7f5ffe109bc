import { tabKept } from '../../../lib/browser.ts'
import { LAST_CHAT } from '../../core/accounts/stored-user.ts'
import { $chat, $opening, addressWith } from './chat.store.ts'
import { openChat } from './current-chat.store.ts'
import { $inbox } from './inbox.store.ts'

/** Keeps whose chat is open, until the returned function is called. */
export function keepLastChat(): () => void {
  return $chat.subscribe((chat) => {
    if (chat) tabKept.setItem(LAST_CHAT, String(chat.other.userId))
  })
}

/** Opens the last chat of this tab again, where none is open and it is in the list. */
export function openLastChat(): void {
  const id = Number(tabKept.getItem(LAST_CHAT))
  const isListed = $inbox.get().conversations.some(({ other }) => other.userId === id)
  if (!isListed || $chat.get() || $opening.get() !== null) return
  history.replaceState(history.state, '', addressWith(id))
  void openChat(id)
}
