import { DAY, HOUR, MINUTE } from '../../../lib/clock.ts'
import { dateFormat } from '../../../lib/formats.ts'
import type { Mail } from '../../../mail/mail.ts'
import { brandById, brands } from '../../../sites/registry.ts'
import type { Brand } from '../../../sites/site.ts'
import { linkTo } from '../../core/accounts/mails.ts'
import { receiptName } from '../../guests/help/tickets.ts'

export const TICKETS_A_PAGE = 20
/** Older tickets are found by number or member. */
export const MAX_PAGES = 250
/** In code points, as people count characters. */
export const MAX_ANSWER = 5000
export const MAX_NOTE = 2000

/** Filter and page of the queue; `brand` '' means all brands. */
export type TicketQueuePart = { show: 'open' | 'snoozed' | 'closed'; brand: string; page: number }

/** How long somebody answers a ticket alone; going on typing renews it. */
export const LEASE = 15 * MINUTE

export const snoozes = [
  { value: 'hour', label: 'An hour', length: HOUR },
  { value: 'day', label: 'A day', length: DAY },
  { value: 'threeDays', label: 'Three days', length: 3 * DAY },
  { value: 'week', label: 'A week', length: 7 * DAY },
] as const

export function partOf(query: URLSearchParams): TicketQueuePart {
  const page = Number(query.get('page') ?? 1)
  const show = query.get('show')
  return {
    show: show === 'closed' || show === 'snoozed' ? show : 'open',
    brand: brandById(query.get('brand') ?? '')?.id ?? '',
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGES ? page : 1,
  }
}

export function queuePath(part: Partial<TicketQueuePart> & { done?: string }): string {
  const query = new URLSearchParams()
  if (part.show !== undefined && part.show !== 'open') query.set('show', part.show)
  if (part.brand) query.set('brand', part.brand)
  if (part.page !== undefined && part.page > 1) query.set('page', String(part.page))
  if (part.done !== undefined) query.set('done', part.done)
  return query.size === 0 ? '/staff/tickets' : `/staff/tickets?${query.toString()}`
}

export function brandName(id: string): string {
  return brands.find((brand) => brand.id === id)?.name ?? id
}

/** Of a membership alone: who buys credits has none, and may have paid all the same. */
export function membershipInWords(premiumUntil: string | null, now: number): string {
  if (premiumUntil === null) return 'none'
  const day = dateFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(premiumUntil),
  )
  return `${Date.parse(premiumUntil) > now ? 'until' : 'ended'} ${day}`
}

export type Answered = {
  id: number
  accountId: number | null
  email: string
  body: string
  createdAt: Date
  isProven: boolean
}

type Network = Parameters<typeof linkTo>[0]

/** `earlier`: the answers before this one, also those of tickets that are part of it now. `replyTo`: undefined for the brand's support. */
type AnswerNumber = {
  number: number
  earlier: ReadonlyArray<{ ticketId: number; id: number }>
  parts: readonly number[]
  replyTo: string | undefined
}

/** Quotes the question only if the address is confirmed, so that nobody can send text to a stranger through us. */
export function answerMail(
  network: Network,
  brand: Brand,
  ticket: Answered,
  answer: string,
  { number, earlier, parts, replyTo }: AnswerNumber,
): Mail {
  const nameOf = (one: { ticketId: number; id: number }) =>
    `ticket-${one.ticketId}-answer-${one.id}`
  const day = dateFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(ticket.createdAt)
  return {
    kind: 'ticketAnswer',
    brand,
    accountId: ticket.accountId,
    to: ticket.email,
    ...(replyTo === undefined ? {} : { replyTo }),
    thread: {
      name: nameOf({ ticketId: ticket.id, id: number }),
      after: [...[ticket.id, ...parts].map(receiptName), ...earlier.map(nameOf)],
    },
    subject: 'Our answer to you',
    greeting: 'Hello,',
    paragraphs: [
      `You wrote to us on ${day} (number ${ticket.id}). This is our answer:`,
      ...linesOf(answer),
      `If something is still open, just answer this mail, or write to us again and name the number ${ticket.id}.`,
      ...(ticket.isProven
        ? ['You had written:', ...linesOf(ticket.body).map((line) => `> ${line}`)]
        : []),
    ],
    action: { label: 'Write to us again', url: linkTo(network, brand, '/help#submit-ticket') },
    list: null,
  }
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|[\r\n\u2028\u2029]/).filter((line) => line.trim() !== '')
}
