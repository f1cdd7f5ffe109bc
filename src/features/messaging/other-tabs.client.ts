import { OUTBOX } from '../accounts/stored-user.ts'
import { $chat } from './chat.store.ts'
import { changeBubble, openChat } from './current-chat.store.ts'
import { unsentMessages } from './unsent.ts'

/** What this tab shows as unsent, and another one has sent or taken back. */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key }) => {
    const chat = $chat.get()
    if (!chat || (key !== OUTBOX && key !== null)) return
    const otherId = chat.other.userId
    const waiting = new Set(unsentMessages().map((message) => message.key))
    const gone = chat.bubbles.filter((bubble) => bubble.state !== 'sent' && !waiting.has(bubble.key))
    for (const bubble of gone) changeBubble(otherId, bubble.key, null)
    if (gone.length > 0) void openChat(otherId)
  })
}
