import { DAY, HOUR, MINUTE } from '../../lib/clock.ts'
import { dateFormat } from '../../lib/formats.ts'
import type { Mail } from '../../mail/mail.ts'
import { brandById, brands } from '../../sites/registry.ts'
import type { Brand } from '../../sites/site.ts'

export const TICKETS_A_PAGE = 20
/** What is further back is found by its number, or by its member; nobody leafs through years. */
export const MOST_PAGES = 250
/** In characters, as people count them. */
export const MOST_ANSWER = 5000

/** Which part of the queue: one brand's, or all (''). */
export type Part = { show: 'open' | 'closed'; brand: string; page: number }

/** The part of the queue that an address asks for; what it cannot mean is left out. */
export function partOf(query: URLSearchParams): Part {
  const page = Number(query.get('page') ?? 1)
  return {
    show: query.get('show') === 'closed' ? 'closed' : 'open',
    brand: brandById(query.get('brand') ?? '')?.id ?? '',
    page: Number.isInteger(page) && page >= 1 && page <= MOST_PAGES ? page : 1,
  }
}

/** The address of a part of the queue; what everybody sees first is left out. */
export function queuePath(part: Partial<Part> & { done?: string }): string {
  const query = new URLSearchParams()
  if (part.show === 'closed') query.set('show', part.show)
  if (part.brand) query.set('brand', part.brand)
  if (part.page !== undefined && part.page > 1) query.set('page', String(part.page))
  if (part.done !== undefined) query.set('done', part.done)
  return query.size === 0 ? '/staff/tickets' : `/staff/tickets?${query.toString()}`
}

/** `3 days`, `5 hours`, `a moment`: how long somebody has waited. */
export function waitInWords(since: Date, now: Date): string {
  const waited = now.getTime() - since.getTime()
  const units = [[DAY, 'day'], [HOUR, 'hour'], [MINUTE, 'minute']] as const
  const [length, name] = units.find(([unit]) => waited >= unit) ?? [0, '']
  if (length === 0) return 'a moment'
  const count = Math.floor(waited / length)
  return `${count} ${name}${count === 1 ? '' : 's'}`
}

export function brandName(id: string): string {
  return brands.find((brand) => brand.id === id)?.name ?? id
}

export type Answered = { id: number; accountId: number | null; email: string; body: string; createdAt: Date; isProven: boolean }

/**
 * What staff wrote, to whoever asked, as the brand. The question stands below it only where the address is
 * proven to be the asker's: nobody can have words of their own sent to a stranger through us.
 */
export function answerMail(brand: Brand, ticket: Answered, answer: string): Mail {
  const day = dateFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(ticket.createdAt)
  return {
    kind: 'ticketAnswer',
    brand,
    accountId: ticket.accountId,
    to: ticket.email,
    subject: 'Our answer to you',
    greeting: 'Hello,',
    paragraphs: [
      `You wrote to us on ${day} (number ${ticket.id}). This is our answer:`,
      ...linesOf(answer),
      'If something is still open, just answer this mail.',
      ...(ticket.isProven ? ['You had written:', ...linesOf(ticket.body).map((line) => `> ${line}`)] : []),
    ],
    action: null,
    list: null,
  }
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|[\r\n\u2028\u2029]/).filter((line) => line.trim() !== '')
}
