import { api, assertRefused, CallError } from '#api/client.ts'
import { setCredits } from '#money/credits/credits.store.ts'
import { showInsufficientCredits } from '#money/credits/shortage.store.ts'
import { showToast } from '#ui/toasts.store.ts'
import type { chatMessages, logMessageAttempt, sendMessage } from '../messages.contract.ts'
import { sendWhenSure } from './are-you-sure.store.ts'
import { draftKey, forgetDraft } from './drafts.ts'
import { chatPath, type Writing } from './writing.store.ts'

/** What has been said before, what the next message costs, and why it may not be sent, if so. */
export function readWriting({ to, about }: Writing) {
  return api.send<typeof chatMessages>('GET /message/chatMessages', {
    query: { id: to.id, ...about },
  })
}

/**
 * True if the message has gone out; false where the member wants to edit it or has not enough
 * credits.
 */
export async function send({ to, about }: Writing, body: string): Promise<boolean> {
  const key = draftKey(to.id)
  try {
    const answer = await sendWhenSure((isSure) =>
      api.send<typeof sendMessage>('POST /message/chatMessages', {
        body: { id: to.id, body, ...about, isSure, key },
      }),
    )
    if (answer === null) return false
    if (answer.currentCredits !== null) setCredits(answer.currentCredits)
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'noCredits') throw error
    const { writing } = await readWriting({ to, about: {} })
    showInsufficientCredits({
      what: 'A message',
      price: writing.price,
      source: 'message',
      other: to.id,
      isWritten: true,
    })
    return false
  }
  forgetDraft(to.id)
  showToast(`Sent to ${to.username}.`, { label: 'Open the chat', href: chatPath(to.id) })
  return true
}

/**
 * decisions §5: that somebody wanted to write without being able to.
 */
export function noteAttempt(id: number): void {
  api
    .send<typeof logMessageAttempt>('POST /message/logMessageAttempt', { body: { id } })
    .catch(assertRefused)
}
