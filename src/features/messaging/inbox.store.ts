import { atom, onMount } from 'nanostores'
import { api, assertRefused } from '../../api/client.ts'
import { createSeed } from '../../ui/seeds.store.ts'
import { showToast } from '../../ui/toasts.store.ts'
import { $hint } from '../live/stream.store.ts'
import { $tickers } from '../live/tickers.store.ts'
import type { Conversation, hideConversation, markUnread, messageIndex } from './inbox.contract.ts'

/** The conversations loaded so far, newest first. `older` is the cursor of the next page, null at the end. */
export type Inbox = { conversations: readonly Conversation[]; older: string | null }

const empty: Inbox = { conversations: [], older: null }

export const $inbox = atom<Inbox>(empty)

/** Debounce in milliseconds: events that arrive together cause one request. */
const DEBOUNCE = 120

let timer: ReturnType<typeof setTimeout> | undefined

export const seedInbox = createSeed(
  (inbox: Inbox) => $inbox.set(inbox),
  () => $inbox.set(empty),
)

onMount($inbox, () => {
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void refreshInbox(), DEBOUNCE)
  }
  const stopHints = $hint.listen((hint) => {
    if (hint?.type === 'message' || hint?.type === 'ready') soon()
  })
  // Without the event stream, the polled unread counter triggers the refresh.
  const stopTickers = $tickers.listen(({ newMessages }, before) => {
    if (newMessages > (before?.newMessages ?? 0)) soon()
  })
  return () => {
    clearTimeout(timer)
    stopHints()
    stopTickers()
  }
})

export async function refreshInbox(): Promise<void> {
  try {
    const first = await api.send<typeof messageIndex>('GET /message/index', { query: {} })
    const { conversations, older } = $inbox.get()
    const ids = new Set(first.conversations.map(({ other }) => other.userId))
    const last = first.conversations.at(-1)
    const below = conversations.filter(({ other, lastMessageAt }) => !ids.has(other.userId) && last !== undefined && lastMessageAt <= last.lastMessageAt)
    $inbox.set({
      conversations: [...first.conversations, ...below],
      older: below.length > 0 ? older : first.older,
    })
  } catch (error) {
    assertRefused(error)
  }
}

export async function loadOlderConversations(): Promise<void> {
  const { older } = $inbox.get()
  if (older === null) return
  try {
    const next = await api.send<typeof messageIndex>('GET /message/index', { query: { before: older } })
    const { conversations } = $inbox.get()
    const ids = new Set(conversations.map(({ other }) => other.userId))
    $inbox.set({
      conversations: [...conversations, ...next.conversations.filter(({ other }) => !ids.has(other.userId))],
      older: next.older,
    })
  } catch (error) {
    assertRefused(error)
    showToast(error.message)
  }
}

/** Hides a conversation at once and restores it if the server refuses. */
export async function hide(otherId: number): Promise<void> {
  const before = $inbox.get()
  $inbox.set({ ...before, conversations: before.conversations.filter(({ other }) => other.userId !== otherId) })
  try {
    await api.send<typeof hideConversation>('POST /message/hide', { body: { id: otherId } })
  } catch (error) {
    assertRefused(error)
    $inbox.set(before)
    showToast(error.message)
  }
}

export async function markAsUnread(otherId: number): Promise<void> {
  const before = unreadOf(otherId)
  setUnread(otherId, Math.max(1, before))
  try {
    await api.send<typeof markUnread>('POST /message/unread', { body: { id: otherId } })
  } catch (error) {
    assertRefused(error)
    setUnread(otherId, before)
    showToast(error.message)
  }
}

export function setUnread(otherId: number, unread: number): void {
  const { conversations, older } = $inbox.get()
  $inbox.set({
    conversations: conversations.map((one) => (one.other.userId === otherId ? { ...one, unread } : one)),
    older,
  })
}

function unreadOf(otherId: number): number {
  return $inbox.get().conversations.find(({ other }) => other.userId === otherId)?.unread ?? 0
}
