import { linkTo } from '#core/accounts/mails.ts'
import { PICTURES_HINT } from '#guests/help/ticket-pictures.ts'
import { ownTicketPath, receiptName } from '#guests/help/tickets.ts'
import { DAY } from '#lib/clock.ts'
import type { Mail } from '#mail/mail.ts'
import type { Brand } from '#sites/site.ts'
import { type LeftOut, leftOutInWords } from './left-out.ts'

/**
 * A closed ticket opens again by an answer; what is closed for longer is gone on with in a new one.
 */
export const REOPENS_FOR = 30 * DAY

type Network = Parameters<typeof linkTo>[0]

type Incomplete = {
  ticketId: number
  isMember: boolean
  /** How many pictures were kept. */
  pictures: number
  leftOut: LeftOut
  replyTo: string | undefined
}

/** Tells who sent files with an answer which of them have not arrived. */
export function filesLeftOutMail(
  network: Network,
  brand: Brand,
  to: string,
  { ticketId, isMember, pictures, leftOut, replyTo }: Incomplete,
): Mail {
  const kept =
    pictures === 0 ? '' : pictures === 1 ? ', with one picture' : `, with ${pictures} pictures`
  return {
    kind: 'ticketFiles',
    brand,
    accountId: null,
    to,
    ...(replyTo === undefined ? {} : { replyTo }),
    thread: { name: `${receiptName(ticketId)}-files`, after: [receiptName(ticketId)] },
    subject: 'We have your answer, without some of its files',
    greeting: 'Thank you for your answer.',
    paragraphs: [
      `Your answer is here (number ${ticketId})${kept}. What was not kept: ${leftOutInWords(leftOut)}.`,
      `We take pictures and no other files, so that nobody sends us something dangerous. ${PICTURES_HINT}`,
      'If a picture helps, please send it again, or put it below what you wrote, on our site. Of anything else please say in words what it shows.',
    ],
    action: {
      label: 'Add a picture',
      url: linkTo(network, brand, isMember ? ownTicketPath(ticketId) : '/help#submit-ticket'),
    },
    list: null,
  }
}
