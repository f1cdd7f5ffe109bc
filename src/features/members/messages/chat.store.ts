import { atom } from 'nanostores'
import { createSeed } from '../../../ui/seeds.store.ts'
import { whileMounted } from '../../../ui/while-mounted.ts'
import type { Chat } from './chats.ts'

export const $chat = atom<Chat | null>(null)
export const $opening = atom<number | null>(null)
/** Why sending was refused; the page shows the matching dialog. */
export const $refusal = atom<'needsPremium' | 'noCredits' | null>(null)

export const seedChat = createSeed(
  (chat: Chat | null) => $chat.set(chat),
  () => $chat.set(null),
)

/** What keeps the chat current is loaded once it is shown. */
export const currentChat = () => import('./current-chat.store.ts')

whileMounted($chat, async () => (await currentChat()).followChat)

export function closeChat(): void {
  $opening.set(null)
  $chat.set(null)
}
