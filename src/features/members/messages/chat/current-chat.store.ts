import { api, assertRefused } from '#api/client.ts'
import { $hint } from '#core/live/stream.store.ts'
import { $tickers } from '#core/live/tickers.store.ts'
import { createTurns } from '#ui/answer-turns.ts'
import { showToast } from '#ui/toasts.store.ts'
import { setUnread } from '../inbox/current-inbox.store.ts'
import type { markAsRead } from '../inbox/inbox.contract.ts'
import type { chatMessages } from '../messages.contract.ts'
import { unsentMessages } from '../writing/unsent.ts'
import { chatOf, isSending, withNewest, withUnsent } from './bubbles.ts'
import { $chat, $opening } from './chat.store.ts'
import type { Bubble } from './chats.ts'

/**
 * True if a message arrived while a send was pending: the refresh waits, because it could not tell
 * the two apart.
 */
let mustRefresh = false
const markedUpTo = new Map<number, number>()
const refreshes = createTurns()

/**
 * Keeps the open chat current, and what is shown of it read, until the returned function is called.
 */
export function followChat(): () => void {
  const stopHints = $hint.listen((hint) => {
    const otherId = $chat.get()?.other.userId
    if (otherId === undefined || !hint) return
    if (
      hint.type === 'ready' ||
      hint.type === 'reload' ||
      ((hint.type === 'message' || hint.type === 'read') && hint.otherId === otherId)
    )
      void refreshChat()
    if (hint.type === 'changed' && hint.otherId === otherId) void refreshChat(hint.messageId)
  })
  // Without the event stream, the polled unread counter triggers the refresh.
  const stopTickers = $tickers.listen(({ newMessages }, before) => {
    if (newMessages > (before?.newMessages ?? 0)) void refreshChat()
  })
  const onVisibilityChange = () => void markShownAsRead()
  document.addEventListener('visibilitychange', onVisibilityChange)
  void markShownAsRead()
  // The stream was there before this module, and may have told of a message.
  if ($hint.get()) void refreshChat()
  return () => {
    stopHints()
    stopTickers()
    document.removeEventListener('visibilitychange', onVisibilityChange)
  }
}

/**
 * `hit`: a message that was searched for, and is shown with all that came after it. Not where the
 * address names somebody else: this script comes sooner for one call than for another, and the chat
 * of last time may be asked for after a row is chosen.
 */
export async function openChat(otherId: number, hit: number | null = null): Promise<void> {
  const named = new URLSearchParams(location.search).get('with')
  if (named !== null && Number(named) !== otherId) return
  $opening.set(otherId)
  const asked = $chat.get()
  try {
    const loaded = await api.send<typeof chatMessages>('GET /message/chatMessages', {
      query: { id: otherId, hit: hit ?? undefined },
    })
    // The member may have opened another chat during the request.
    if ($opening.get() !== otherId) return
    const before = $chat.get()
    $chat.set(
      before?.other.userId === otherId
        ? withNewest(before, loaded, asked)
        : withUnsent(chatOf(loaded), unsentMessages()),
    )
    markedUpTo.delete(otherId)
    void markShownAsRead()
  } catch (error) {
    assertRefused(error)
    if ($opening.get() === otherId) $chat.set(null)
    showToast(error.message)
  } finally {
    if ($opening.get() === otherId) $opening.set(null)
  }
}

/**
 * Shows what was not sent before the page was loaded; the page's data has only what the server has.
 */
export function showUnsent(): void {
  const chat = $chat.get()
  if (chat) $chat.set(withUnsent(chat, unsentMessages()))
}

/**
 * Loads the newest messages, or all since one that has changed, where it is shown. Older messages
 * stay loaded if there is no gap between them.
 */
async function refreshChat(changed?: number): Promise<void> {
  const before = $chat.get()
  // What is newer comes once the member goes there.
  if (!before || before.hasNewer) return
  const shown = before.bubbles.filter(({ state }) => state === 'sent')
  if (changed !== undefined && !shown.some(({ id }) => id === changed)) return
  mustRefresh = before.bubbles.some(isSending)
  if (mustRefresh) return
  const otherId = before.other.userId
  const isNewest = refreshes()
  try {
    const loaded = await api.send<typeof chatMessages>('GET /message/chatMessages', {
      query: { id: otherId, hit: changed },
    })
    const chat = $chat.get()
    if (chat?.other.userId !== otherId) return
    mustRefresh = chat.bubbles.some(isSending)
    if (mustRefresh || !isNewest()) return
    $chat.set(withNewest(chat, loaded, before))
    void markShownAsRead()
  } catch (error) {
    assertRefused(error)
  }
}

export function addBubble(bubble: Bubble): void {
  const chat = $chat.get()
  if (!chat) return
  $chat.set({ ...chat, bubbles: [...chat.bubbles, bubble] })
  if (chat.hasNewer) void openChat(chat.other.userId)
}

/**
 * Replaces the bubble with this key, or removes it (null). Returns false if it is not displayed. A
 * message whose answer was lost may be displayed already, as the server's.
 */
export function changeBubble(otherId: number, key: string, bubble: Bubble | null): boolean {
  const chat = $chat.get()
  if (chat?.other.userId !== otherId || !chat.bubbles.some((one) => one.key === key)) return false
  const others =
    bubble?.state === 'sent'
      ? chat.bubbles.filter((one) => one.key === key || one.id !== bubble.id)
      : chat.bubbles
  const bubbles = others.flatMap((one) => (one.key === key ? (bubble ?? []) : one))
  $chat.set({ ...chat, bubbles })
  if (mustRefresh && !bubbles.some(isSending)) void refreshChat()
  return true
}

/** Marks the displayed messages as read, only while the page is visible. */
async function markShownAsRead(): Promise<void> {
  const chat = $chat.get()
  const newest = chat?.bubbles.findLast(({ isMine, state }) => !isMine && state === 'sent')
  if (!chat || chat.hasNewer || !newest || document.visibilityState === 'hidden') return
  const otherId = chat.other.userId
  if ((markedUpTo.get(otherId) ?? 0) >= newest.id) return
  markedUpTo.set(otherId, newest.id)
  try {
    const { unread } = await api.send<typeof markAsRead>('POST /message/markAsRead', {
      body: { id: otherId, upTo: newest.id },
    })
    setUnread(otherId, unread)
  } catch (error) {
    assertRefused(error)
    markedUpTo.delete(otherId)
  }
}
