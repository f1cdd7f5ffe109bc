import { DAY } from '../../../lib/clock.ts'
import type { Mail } from '../../../mail/mail.ts'
import type { Brand } from '../../../sites/site.ts'
import { linkTo } from '../../core/accounts/mails.ts'
import { ownTicketPath, receiptName } from '../../guests/help/tickets.ts'

/**
 * A closed ticket opens again by an answer; what is closed for longer is gone on with in a new one.
 */
export const REOPENS_FOR = 30 * DAY

type Network = Parameters<typeof linkTo>[0]

/** Tells who sent files with an answer that only its words have arrived. */
export function filesLeftOutMail(
  network: Network,
  brand: Brand,
  to: string,
  {
    ticketId,
    isMember,
    replyTo,
  }: { ticketId: number; isMember: boolean; replyTo: string | undefined },
): Mail {
  return {
    kind: 'ticketFiles',
    brand,
    accountId: null,
    to,
    ...(replyTo === undefined ? {} : { replyTo }),
    thread: { name: `${receiptName(ticketId)}-files`, after: [receiptName(ticketId)] },
    subject: 'We have your words, without the files',
    greeting: 'Thank you for your answer.',
    paragraphs: [
      `We have read what you wrote (number ${ticketId}). What was attached was not kept: we take no files by mail, so that nobody sends us something dangerous, or more than we need.`,
      'If a picture helps, please put it below what you wrote, on our site. Of anything else please say in words what it shows.',
    ],
    action: {
      label: 'Add a picture',
      url: linkTo(network, brand, isMember ? ownTicketPath(ticketId) : '/help#submit-ticket'),
    },
    list: null,
  }
}
