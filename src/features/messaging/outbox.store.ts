import { api, assertRefused } from '../../api/client.ts'
import { showToast } from '../../ui/toasts.store.ts'
import { $user } from '../accounts/session.store.ts'
import { $credits, setCredits } from '../billing/credits.store.ts'
import { $chat, $refusal, addBubble, changeBubble } from './chat.store.ts'
import type { Bubble } from './chats.ts'
import { $returned, addToDraft } from './drafts.store.ts'
import { refreshInbox } from './inbox.store.ts'
import type { logMessageAttempt, sendMessage } from './messages.contract.ts'
import { mayWrite, type WritingRules } from './rules.ts'

/** Shows and sends a message. Returns false if the member may not write; the text then stays in the composer. */
export function send(body: string, rules: WritingRules): boolean {
  const chat = $chat.get()
  if (!chat) return false
  const otherId = chat.other.userId
  const verdict = mayWrite(chat.other, rules, $user.get()?.membership ?? 'standard', $credits.get() ?? 0)
  if (!verdict.may) {
    showRefusal(verdict.code, otherId)
    return false
  }
  const key = crypto.randomUUID()
  const sentAt = new Date().toISOString()
  const bubble: Bubble = { id: 0, key, isMine: true, kind: 'text', body, isMasked: false, sentAt, state: 'sending' }
  addBubble(bubble)
  void deliver(otherId, bubble)
  return true
}

/** Retries a failed message with the same idempotency key, so that it cannot be delivered twice. */
export function retry(key: string): void {
  const chat = $chat.get()
  const bubble = chat?.bubbles.find((one) => one.key === key)
  if (!chat || bubble?.state !== 'failed') return
  changeBubble(chat.other.userId, key, { ...bubble, state: 'sending' })
  void deliver(chat.other.userId, bubble)
}

export function discard(key: string): void {
  const chat = $chat.get()
  const bubble = chat?.bubbles.find((one) => one.key === key)
  if (chat && bubble?.state === 'failed') returnText(chat.other.userId, bubble)
}

async function deliver(otherId: number, bubble: Bubble): Promise<void> {
  try {
    const { message, currentCredits } = await api.send<typeof sendMessage>(
      'POST /message/chatMessages',
      { body: { id: otherId, body: bubble.body } },
      { idempotencyKey: bubble.key },
    )
    changeBubble(otherId, bubble.key, { ...message, key: bubble.key, state: 'sent' })
    if (currentCredits !== null) setCredits(currentCredits)
    void refreshInbox()
  } catch (error) {
    assertRefused(error)
    if (error.code === 'noCredits' || error.code === 'needsPremium') {
      returnText(otherId, bubble)
      showRefusal(error.code, otherId)
      return
    }
    const reason = error.errors[0]?.message ?? error.message
    if (changeBubble(otherId, bubble.key, { ...bubble, state: 'failed', reason })) return
    // Another chat is open now, so that the text is kept as a draft of this one.
    addToDraft(otherId, bubble.body)
    showToast(`Your message was not sent. ${reason}`)
  }
}

function returnText(otherId: number, bubble: Bubble): void {
  changeBubble(otherId, bubble.key, null)
  addToDraft(otherId, bubble.body)
  $returned.set({ otherId, body: bubble.body })
}

function showRefusal(code: 'needsPremium' | 'noCredits', otherId: number): void {
  $refusal.set(code)
  if (code !== 'needsPremium') return
  // decisions §5: the attempt is logged. The result is not awaited because nothing depends on it.
  api.send<typeof logMessageAttempt>('POST /message/logMessageAttempt', { body: { id: otherId } }).catch((error: unknown) => {
    assertRefused(error)
  })
}
