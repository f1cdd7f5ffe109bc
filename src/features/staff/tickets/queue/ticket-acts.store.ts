import { api, assertRefused } from '#api/client.ts'
import type { Answer } from '#api/contract.ts'
import { hasPictures } from '#guests/help/ticket-pictures.ts'
import { MINUTE } from '#lib/clock.ts'
import { fieldsOf } from '#ui/form-fields.ts'
import type { getCannedTexts } from '../canned-texts/canned-texts.contract.ts'
import { filled } from '../canned-texts/canned-texts.ts'
import { saidOfDone } from './done-words.ts'
import type { actOnTicket } from './ticket-queue.contract.ts'
import { showTickets } from './tickets.store.ts'

/**
 * Does to a ticket what a form says, and shows it, or the list, as it is then, or what was chosen
 * meanwhile. Throws CallError.
 */
export async function act(fields: FormData): Promise<void> {
  const from = location.href
  const { next } = await api.send<typeof actOnTicket>(
    'POST /staff/ticket',
    hasPictures(fields) ? { form: fields } : { body: fieldsOf(fields) as never },
  )
  takenAt.clear()
  const then = new URL(next, from)
  const said = saidOfDone(then.searchParams.get('done') ?? '')
  if (location.href !== from) return showTickets(location.href, said)
  // A reload says it no more.
  then.searchParams.delete('done')
  history.replaceState(null, '', then)
  await showTickets(then.href, said)
}

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
 * Whoever begins to write an answer takes the ticket; returns what somebody else is doing with it,
 * or nothing; null where it was asked a moment ago.
 */
export async function begin(ticket: number): Promise<string | null> {
  const now = performance.now()
  if (now - (takenAt.get(ticket) ?? -RENEWED_EVERY) < RENEWED_EVERY) return null
  takenAt.set(ticket, now)
  try {
    await api.send<typeof actOnTicket>('POST /staff/ticket', { body: { act: 'take', id: ticket } })
    return ''
  } catch (error) {
    assertRefused(error)
    return error.code === 'conflict' ? error.message : ''
  }
}
