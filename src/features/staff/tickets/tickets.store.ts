import { atom } from 'nanostores'
import { api, assertRefused } from '../../../api/client.ts'
import type { Answer } from '../../../api/contract.ts'
import { MINUTE } from '../../../lib/clock.ts'
import { createTurns } from '../../../ui/answer-turns.ts'
import type { FormValues } from '../../../ui/form-answer.ts'
import { fieldsOf } from '../../../ui/form-fields.ts'
import { hasPictures } from '../../guests/help/ticket-pictures.ts'
import type { getCannedTexts } from './canned-texts.contract.ts'
import { filled } from './canned-texts.ts'
import { partOf, queuePath, type TicketQueuePart } from './ticket-list.ts'
import type { actOnTicket, getTickets } from './ticket-queue.contract.ts'

/** The list with the ticket that is open beside it. */
export type TicketsView = {
  part: TicketQueuePart
  queue: Answer<typeof getTickets>
  /** What was done last: `answered-7`. */
  done: string
  /** Of the first answer to the ticket that is shown. */
  formKey: string
  now: string
}

export type BrandNames = Readonly<Record<string, string>>

/** A form that was posted without script and refused. */
export type RefusedAct = {
  problem: { detail: string; errors?: Array<{ field: string; message: string }> }
  values: FormValues
}

export const $tickets = atom<TicketsView | null>(null)
/** Why the list, or a ticket, could not be shown. */
export const $ticketsTrouble = atom('')

export const seedTickets = (view: TicketsView | null): void => $tickets.set(view)

const turns = createTurns()

/** What of the list an address shows, and which ticket. */
async function show(address: string): Promise<void> {
  const isCurrent = turns()
  const query = new URL(address, location.href).searchParams
  const part = partOf(query)
  const ticket = Number(query.get('ticket')) || undefined
  $ticketsTrouble.set('')
  try {
    const queue = await api.send<typeof getTickets>('GET /staff/tickets', {
      query: { ...part, ...(ticket === undefined ? {} : { ticket }) },
    })
    if (!isCurrent()) return
    $tickets.set({
      part,
      queue,
      done: query.get('done') ?? '',
      formKey: crypto.randomUUID(),
      now: new Date().toISOString(),
    })
  } catch (error) {
    assertRefused(error)
    if (isCurrent()) $ticketsTrouble.set(error.message)
  }
}

/** Opens a ticket beside the list; null closes it. */
export async function choose(ticket: number | null): Promise<void> {
  const view = $tickets.get()
  if (!view) return
  const address = queuePath({ ...view.part, ticket })
  history.pushState(null, '', address)
  await show(address)
}

/** After a step back or forward. */
export const showAddress = (): Promise<void> => show(location.href)

/**
 * The ticket before or after the one that is open, by the list's order; false where there is none.
 */
export function chooseNext(by: 1 | -1): boolean {
  const view = $tickets.get()
  const { tickets = [], chosen = null } = view?.queue ?? {}
  const index = tickets.findIndex(({ id }) => id === chosen?.id)
  const next = tickets[index === -1 ? (by === 1 ? 0 : tickets.length - 1) : index + by]
  if (next) void choose(next.id)
  return next !== undefined
}

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
  const address = new URL(location.href === from ? next : location.href, from)
  address.searchParams.set('done', new URL(next, from).searchParams.get('done') ?? '')
  history.replaceState(null, '', address)
  await show(address.href)
}

/** Puts on record that the pictures of a ticket are seen sharp. */
export async function noteLook(ticket: number): Promise<void> {
  await api
    .send<typeof actOnTicket>('POST /staff/ticket', { body: { act: 'reveal', id: ticket } })
    .catch(assertRefused)
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
