import { whileMounted } from '#ui/while-mounted.ts'
import { $chat } from './chat/chat.store.ts'
import { $inbox } from './inbox/inbox.store.ts'

/** What keeps the inbox and the open chat current, loaded once they are shown. */
export const currentChat = () => import('./chat/current-chat.store.ts')

export const chatActs = () => import('./chat/chat-acts.store.ts')

whileMounted($chat, async () => (await currentChat()).followChat)
whileMounted($inbox, async () => (await import('./inbox/current-inbox.store.ts')).followInbox)
