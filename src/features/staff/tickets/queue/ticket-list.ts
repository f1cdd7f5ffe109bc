import { MINUTE } from '#lib/clock.ts'
import { dateFormat } from '#lib/formats.ts'

/** Of the list of tickets and its addresses, also for browsers: no brand's data is in it. */

export const TICKETS_A_PAGE = 20
/** Older tickets are found by number or member. */
export const MAX_PAGES = 250
/** In code points, as people count characters. */
export const MAX_ANSWER = 5000
export const MAX_NOTE = 2000

export const MAX_FIND = 100
export const MAX_TICKET_TAG = 30
export const MOST_TICKET_TAGS = 10

export const shows = ['open', 'snoozed', 'closed'] as const
export const holders = ['', 'mine', 'nobody'] as const

/**
 * Filters and page of the list; `brand` and `who` '' mean all. `find`: words that are looked for.
 */
export type TicketQueuePart = {
  show: (typeof shows)[number]
  brand: string
  who: (typeof holders)[number]
  find: string
  page: number
}

/** How long somebody answers a ticket alone; going on typing renews it. */
export const LEASE = 15 * MINUTE

/** What an address says; what it says wrong is left out, but for a brand that there is not. */
export function partOf(query: URLSearchParams): TicketQueuePart {
  const page = Number(query.get('page') ?? 1)
  return {
    show: shows.find((one) => one === query.get('show')) ?? 'open',
    brand: /^[a-z]{1,40}$/.exec(query.get('brand') ?? '')?.[0] ?? '',
    who: holders.find((one) => one === query.get('who')) ?? '',
    find: (query.get('find') ?? '').trim().slice(0, MAX_FIND),
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGES ? page : 1,
  }
}

type Shown = Partial<TicketQueuePart> & { ticket?: number | null; done?: string }

export function queuePath({ show, brand, who, find, page, ticket, done }: Shown): string {
  const query = new URLSearchParams()
  if (show !== undefined && show !== 'open') query.set('show', show)
  if (brand) query.set('brand', brand)
  if (who) query.set('who', who)
  if (find) query.set('find', find)
  if (page !== undefined && page > 1) query.set('page', String(page))
  if (ticket) query.set('ticket', String(ticket))
  if (done !== undefined) query.set('done', done)
  return query.size === 0 ? '/staff/tickets' : `/staff/tickets?${query.toString()}`
}

/** Of a membership alone: who buys credits has none, and may have paid all the same. */
export function membershipInWords(premiumUntil: string | null, now: number): string {
  if (premiumUntil === null) return 'none'
  const day = dateFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(premiumUntil),
  )
  return `${Date.parse(premiumUntil) > now ? 'until' : 'ended'} ${day}`
}

/**
 * How urgent a ticket is, the least first: its place is what is stored. Each has a deadline of its
 * own (core/tasks/deadlines.ts).
 */
export const priorities = [
  { value: 'usual', label: 'Usual', deadline: 'usualTicket' },
  { value: 'soon', label: 'Soon', deadline: 'soonTicket' },
  { value: 'urgent', label: 'Urgent', deadline: 'urgentTicket' },
] as const
export type PriorityLevel = (typeof priorities)[number]
export type Priority = PriorityLevel['value']
export const priorityNames = priorities.map(({ value }) => value) as [Priority, ...Priority[]]

export function rankOf(priority: Priority): number {
  return priorityNames.indexOf(priority)
}
