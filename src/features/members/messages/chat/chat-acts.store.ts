import { api, assertRefused } from '#api/client.ts'
import { optimistic } from '#ui/optimistic.ts'
import { showToast } from '#ui/toasts.store.ts'
import { refreshInbox } from '../inbox/current-inbox.store.ts'
import type { muteConversation } from '../inbox/inbox.contract.ts'
import type { chatMessages, revealMessage } from '../messages.contract.ts'
import type { calmWarning } from '../writing/questions.contract.ts'
import { bubbleOf } from './bubbles.ts'
import { $chat, $refusal } from './chat.store.ts'

export async function loadOlder(): Promise<void> {
  const chat = $chat.get()
  const first = chat?.bubbles.find(({ state }) => state === 'sent')
  if (!chat?.hasOlder || !first) return
  try {
    const query = { id: chat.other.userId, before: first.id }
    const { messages, hasOlder } = await api.send<typeof chatMessages>(
      'GET /message/chatMessages',
      { query },
    )
    const now = $chat.get()
    if (
      now?.other.userId !== chat.other.userId ||
      now.bubbles.find(({ state }) => state === 'sent')?.id !== first.id
    )
      return
    $chat.set({ ...now, hasOlder, bubbles: [...messages.map(bubbleOf), ...now.bubbles] })
  } catch (error) {
    assertRefused(error)
    showToast(error.message)
  }
}

/** False where it stays hidden. */
export async function reveal(messageId: number): Promise<boolean> {
  try {
    const answer = await api.send<typeof revealMessage>('POST /profile/revealMessage', {
      body: { messageId },
    })
    const chat = $chat.get()
    if (!chat) return true
    void refreshInbox()
    $chat.set({
      ...chat,
      revealsLeft: answer.revealsLeft,
      bubbles: chat.bubbles.map((one) => {
        if (one.id !== messageId) return one
        const { revealsLeft: _, messageId: __, next: ___, ...shown } = answer
        return { ...one, ...shown, isMasked: false }
      }),
    })
    return true
  } catch (error) {
    assertRefused(error)
    if (error.code === 'needsPremium') $refusal.set('needsPremium')
    else showToast(error.message)
    return false
  }
}

export async function mute(otherId: number, isMuted: boolean): Promise<void> {
  const set = (muted: boolean) => {
    const chat = $chat.get()
    if (chat?.other.userId === otherId) $chat.set({ ...chat, isMuted: muted })
  }
  const done = await optimistic(
    () => set(isMuted),
    () =>
      api.send<typeof muteConversation>('POST /message/mute', {
        body: { id: otherId, muted: isMuted ? 'yes' : 'no' },
      }),
    () => set(!isMuted),
  )
  if (done) void refreshInbox()
}

/** Takes the warning below a message away at once, and puts it back if the server refuses. */
export async function calm(messageId: number): Promise<void> {
  const warning = $chat.get()?.bubbles.find(({ id }) => id === messageId)?.warning ?? null
  setWarning(messageId, null)
  try {
    await api.send<typeof calmWarning>('POST /message/calmWarning', { body: { messageId } })
  } catch (error) {
    assertRefused(error)
    setWarning(messageId, warning)
    showToast(error.message)
  }
}

function setWarning(messageId: number, warning: string | null): void {
  const chat = $chat.get()
  if (chat)
    $chat.set({
      ...chat,
      bubbles: chat.bubbles.map((one) => (one.id === messageId ? { ...one, warning } : one)),
    })
}
