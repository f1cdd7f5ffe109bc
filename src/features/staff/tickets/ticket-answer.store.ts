import { api, assertRefused } from '../../../api/client.ts'
import type { Answer } from '../../../api/contract.ts'
import { MINUTE } from '../../../lib/clock.ts'
import type { getCannedTexts } from './canned-texts.contract.ts'
import { filled } from './canned-texts.ts'
import type { answerTicket, takeTicket } from './ticket-queue.contract.ts'

let texts: Promise<Answer<typeof getCannedTexts>> | undefined

/** A text that staff use again, as this asker reads it; null where it is gone. Throws CallError. */
export async function cannedText(
  id: number,
  values: Parameters<typeof filled>[1],
): Promise<string | null> {
  texts ??= api.send<typeof getCannedTexts>('GET /staff/cannedTexts', {})
  texts.catch(() => (texts = undefined))
  const text = (await texts).texts.find((one) => one.id === id)
  return text ? filled(text.body, values) : null
}

const RENEWED_EVERY = 2 * MINUTE
const takenAt = new Map<number, number>()

/**
 * Whoever begins to write an answer takes the ticket; returns what somebody else is doing with it, or nothing; null
 * where it was asked a moment ago.
 */
export async function begin(ticket: number): Promise<string | null> {
  const now = performance.now()
  if (now - (takenAt.get(ticket) ?? -RENEWED_EVERY) < RENEWED_EVERY) return null
  takenAt.set(ticket, now)
  try {
    await api.send<typeof takeTicket>('POST /staff/takeTicket', { body: { id: ticket } })
    return ''
  } catch (error) {
    assertRefused(error)
    return error.code === 'conflict' ? error.message : ''
  }
}

export async function answer(fields: FormData): Promise<void> {
  const { next } = await api.send<typeof answerTicket>('POST /staff/answerTicket', {
    body: Object.fromEntries(fields) as never,
  })
  location.assign(next)
}
