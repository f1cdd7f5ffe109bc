import { api, assertRefused } from '#api/client.ts'
import { $user } from '#core/accounts/session.store.ts'
import { $credits } from '#money/credits/credits.store.ts'
import { $chat, $refusal } from '../chat/chat.store.ts'
import type { logMessageAttempt } from '../messages.contract.ts'
import { mayWrite, type WritingRules } from './rules.ts'

/** Whether the member may write in the open chat; if not, the page says why. */
export function mayWriteHere(rules: WritingRules): boolean {
  const chat = $chat.get()
  if (!chat) return false
  const verdict = mayWrite(rules, $user.get()?.membership ?? 'standard', $credits.get() ?? 0)
  if (!verdict.may) showRefusal(verdict.code, chat.other.userId)
  return verdict.may
}

export function showRefusal(code: 'needsPremium' | 'noCredits', otherId: number): void {
  $refusal.set(code)
  if (code !== 'needsPremium') return
  // decisions §5: the attempt is logged. The result is not awaited because nothing depends on it.
  api
    .send<typeof logMessageAttempt>('POST /message/logMessageAttempt', { body: { id: otherId } })
    .catch((error: unknown) => {
      assertRefused(error)
    })
}
