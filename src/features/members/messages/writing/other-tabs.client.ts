import { DRAFTS, OUTBOX } from '#core/accounts/stored-user.ts'
import { $chat } from '../chat/chat.store.ts'
import { changeBubble, openChat } from '../chat/current-chat.store.ts'
import { $returned } from './drafts.store.ts'
import { draftFor } from './drafts.ts'
import { unsentMessages } from './unsent.ts'

/** What this tab shows as unsent or as a draft, and another one has sent, changed or taken back. */
export function followOtherTabs(): () => void {
  const follow = ({ key }: StorageEvent) => {
    const chat = $chat.get()
    if (!chat) return
    const otherId = chat.other.userId
    // One draft a chat: sent from there, it is in no field here.
    if (key === DRAFTS) $returned.set({ otherId, body: draftFor(otherId) })
    if (key !== OUTBOX && key !== null) return
    const waiting = new Set(unsentMessages().map((message) => message.key))
    const gone = chat.bubbles.filter(
      (bubble) => bubble.state !== 'sent' && !waiting.has(bubble.key),
    )
    for (const bubble of gone) changeBubble(otherId, bubble.key, null)
    if (gone.length > 0) void openChat(otherId)
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}
