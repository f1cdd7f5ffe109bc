import { api, assertRefused } from '#api/client.ts'
import { showToast } from '#ui/toasts.store.ts'
import { refreshInbox, setUnread, unreadOf } from './current-inbox.store.ts'
import type { hideConversation, markUnread, messageIndex } from './inbox.contract.ts'
import { $inbox, asked } from './inbox.store.ts'
import { inPlace } from './pins.ts'

export async function loadOlderConversations(): Promise<void> {
  const { older } = $inbox.get()
  if (older === null) return
  try {
    const next = await api.send<typeof messageIndex>('GET /message/index', {
      query: { ...asked, before: older },
    })
    const { conversations } = $inbox.get()
    const ids = new Set(conversations.map(({ other }) => other.userId))
    const rows = [
      ...conversations,
      ...next.conversations.filter(({ other }) => !ids.has(other.userId)),
    ]
    // One that was unpinned may belong between them.
    $inbox.set({ ...next, conversations: asked.q ? rows : inPlace(rows) })
  } catch (error) {
    assertRefused(error)
    showToast(error.message)
  }
}

/** Hides a conversation, or shows it again, at once, and restores it if the server refuses. */
export async function hide(otherId: number, hidden: 'yes' | 'no' = 'yes'): Promise<void> {
  const before = $inbox.get()
  $inbox.set({
    ...before,
    conversations: before.conversations.filter(({ other }) => other.userId !== otherId),
  })
  try {
    await api.send<typeof hideConversation>('POST /message/hide', { body: { id: otherId, hidden } })
    await refreshInbox()
  } catch (error) {
    assertRefused(error)
    $inbox.set(before)
    showToast(error.message)
  }
}

/** Hides a conversation, and says how to undo it; `undone` once it is shown again. */
export async function hideUntilUndone(
  { id, username }: { id: number; username: string },
  undone: () => void,
): Promise<void> {
  showToast(`The conversation with ${username} is hidden until one of you writes.`, {
    label: 'Undo',
    href: '/messages?show=hidden',
    act: () => void hide(id, 'no').then(undone),
  })
  await hide(id)
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
