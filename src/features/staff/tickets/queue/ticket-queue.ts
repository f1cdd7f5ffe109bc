import { linkTo } from '#core/accounts/mails.ts'
import { ownTicketPath, receiptName } from '#guests/help/tickets.ts'
import { dateFormat } from '#lib/formats.ts'
import type { Mail } from '#mail/mail.ts'
import { brands } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'

export function brandName(id: string): string {
  return brands.find((brand) => brand.id === id)?.name ?? id
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

/**
 * `earlier`: the answers before this one, also those of tickets that are part of it now. `replyTo`:
 * undefined for the brand's support.
 */
type AnswerNumber = {
  number: number
  earlier: ReadonlyArray<{ ticketId: number; id: number }>
  parts: readonly number[]
  replyTo: string | undefined
  /** Names of stored pictures that go with it. */
  pictures: readonly string[]
}

/**
 * Quotes the question only if the address is confirmed, so that nobody can send text to a stranger
 * through us.
 */
export function answerMail(
  network: Network,
  brand: Brand,
  ticket: Answered,
  answer: string,
  { number, earlier, parts, replyTo, pictures }: AnswerNumber,
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
    pictures,
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
    action: {
      label: 'Write to us again',
      url: linkTo(
        network,
        brand,
        ticket.accountId === null ? '/help#submit-ticket' : ownTicketPath(ticket.id),
      ),
    },
    list: null,
  }
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|[\r\n\u2028\u2029]/).filter((line) => line.trim() !== '')
}
