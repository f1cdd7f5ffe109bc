import { atom } from 'nanostores'
import { queryString } from '#api/client.ts'
import { createSeed } from '#ui/seeds.store.ts'
import type { Chat } from './chats.ts'

export const $chat = atom<Chat | null>(null)
export const $opening = atom<number | null>(null)
/** Why sending was refused; the page shows the matching dialog. */
export const $refusal = atom<'needsPremium' | 'noCredits' | null>(null)

export const seedChat = createSeed(
  (chat: Chat | null) => $chat.set(chat),
  () => $chat.set(null),
)

export function closeChat(): void {
  $opening.set(null)
  $chat.set(null)
}

/**
 * Back to the list: as the page before, also for the browser's own button, where one came from it.
 */
export function leaveChat(): void {
  if ((history.state as { isFromList?: boolean } | null)?.isFromList) return history.back()
  history.replaceState(null, '', addressWith(null))
  closeChat()
}

/** This page with another chat, or without one; the filter and the search stay. */
export function addressWith(otherId: number | null): string {
  const asked = new URLSearchParams(location.search)
  return `/messages${queryString({ show: asked.get('show'), q: asked.get('q'), with: otherId })}`
}
