import { api, assertRefused } from '#api/client.ts'
import { $hint } from '#core/live/stream.store.ts'
import { $tickers } from '#core/live/tickers.store.ts'
import { createTurns } from '#ui/answer-turns.ts'
import type { Conversation, messageIndex } from './inbox.contract.ts'
import { $inbox, asked } from './inbox.store.ts'
import { inPlace } from './pins.ts'

/** Debounce in milliseconds: events that arrive together cause one request. */
const DEBOUNCE = 120

const refreshes = createTurns()

/** Keeps the inbox current until the returned function is called. */
export function followInbox(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void refreshInbox(), DEBOUNCE)
  }
  const stopHints = $hint.listen((hint) => {
    // Of a change, as the last words of a conversation may have been deleted.
    if (hint && ['message', 'changed', 'ready', 'reload'].includes(hint.type)) soon()
  })
  // Without the event stream, the polled unread counter triggers the refresh.
  const stopTickers = $tickers.listen(({ newMessages }, before) => {
    if (newMessages > (before?.newMessages ?? 0)) soon()
  })
  // The stream was there before this module, and may have told of a message.
  if ($hint.get()) soon()
  return () => {
    clearTimeout(timer)
    stopHints()
    stopTickers()
  }
}

/** What was asked before a change tells of the inbox before it: its answer is not shown. */
export function forgetRefreshes(): void {
  refreshes()()
}

export async function refreshInbox(): Promise<void> {
  const isNewest = refreshes()
  try {
    const first = await api.send<typeof messageIndex>('GET /message/index', { query: asked })
    if (!isNewest()) return
    const { conversations, older } = $inbox.get()
    const ids = new Set(first.conversations.map(({ other }) => other.userId))
    const last = first.conversations.at(-1)
    const isBelow = ({ other, lastMessageAt }: Conversation) =>
      !ids.has(other.userId) && last !== undefined && lastMessageAt <= last.lastMessageAt
    // One that was pinned here may be unpinned, or gone: the pages below it say which.
    const isWhole = conversations.every(
      ({ other, pinnedAt }) => pinnedAt === null || ids.has(other.userId),
    )
    const below = first.older === null || !isWhole ? [] : conversations.filter(isBelow)
    const rows = [...first.conversations, ...below]
    $inbox.set({
      ...first,
      conversations: asked.q ? rows : inPlace(rows),
      older: below.length > 0 ? older : first.older,
    })
  } catch (error) {
    assertRefused(error)
  }
}

export function setUnread(otherId: number, unread: number): void {
  const { conversations, counts, older } = $inbox.get()
  const change = conversations.some(({ other }) => other.userId === otherId)
    ? Number(unread > 0) - Number(unreadOf(otherId) > 0)
    : 0
  $inbox.set({
    older,
    counts: { ...counts, unread: counts.unread + change },
    conversations: conversations.map((one) =>
      one.other.userId === otherId ? { ...one, unread } : one,
    ),
  })
}

export function unreadOf(otherId: number): number {
  return $inbox.get().conversations.find(({ other }) => other.userId === otherId)?.unread ?? 0
}
