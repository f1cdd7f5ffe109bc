import { api } from '#api/client.ts'
import { optimistic } from '#ui/optimistic.ts'
import { $chat } from '../chat/chat.store.ts'
import { forgetRefreshes, refreshInbox } from './current-inbox.store.ts'
import { $inbox, asked } from './inbox.store.ts'
import type { pinConversation } from './pins.contract.ts'
import { inPlace } from './pins.ts'

/** Lets a conversation stand first at once, or no more, and undoes that if the server refuses. */
export async function pin(otherId: number, isPinned: boolean): Promise<void> {
  const before =
    $inbox.get().conversations.find(({ other }) => other.userId === otherId)?.pinnedAt ?? null
  const pinnedAt = isPinned ? new Date().toISOString() : null
  forgetRefreshes()
  const done = await optimistic(
    () => show(otherId, isPinned, pinnedAt),
    () =>
      api.send<typeof pinConversation>('POST /message/pin', {
        body: { id: otherId, pinned: isPinned ? 'yes' : 'no' },
      }),
    () => show(otherId, !isPinned, before),
  )
  if (done) {
    // Also what was asked meanwhile may tell of the inbox before.
    forgetRefreshes()
    show(otherId, isPinned, pinnedAt)
  }
  void refreshInbox()
}

function show(otherId: number, isPinned: boolean, pinnedAt: string | null): void {
  const inbox = $inbox.get()
  const rows = inbox.conversations.map((one) =>
    one.other.userId === otherId ? { ...one, pinnedAt } : one,
  )
  // What is found stays in the order of time.
  $inbox.set({ ...inbox, conversations: asked.q ? rows : inPlace(rows) })
  const chat = $chat.get()
  if (chat?.other.userId === otherId) $chat.set({ ...chat, isPinned })
}
