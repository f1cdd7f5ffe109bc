import { linkTo, type Network } from '#core/accounts/mails.ts'
import type { Mail } from '#mail/mail.ts'
import type { Brand } from '#sites/site.ts'

/** In code points, as people count characters. */
export const MAX_SUBJECT = 120
export const MAX_MESSAGE = 5000

/** A member's own, among the settings. */
export const OWN_TICKETS = '/profile/edit/settings?screen=decisions#tickets'

export function ownTicketPath(id: number): string {
  return `/profile/edit/settings?screen=decisions#ticket-${id}`
}

/**
 * Author of a ticket: `account` is null for a guest; `isProven` means that the address is
 * confirmed.
 */
export type Writer = {
  email: string
  account: { id: number; username: string } | null
  isProven: boolean
}
export type MailedTicket = {
  id: number
  subject: string
  message: string
  question: { id: string; title: string } | null
  followsId?: number | null
  /** Of those that came with it; `isHeld`: a list says that nobody may see it. */
  pictures?: ReadonlyArray<{ isHeld: boolean }>
}

export function ticketMail(
  network: Network,
  brand: Brand,
  writer: Writer,
  ticket: MailedTicket,
): Mail {
  const { account, email, isProven } = writer
  const { pictures = [] } = ticket
  const held = pictures.filter(({ isHeld }) => isHeld).length
  const seen = pictures.length - held
  const who = account ? `the member ${account.username} (${account.id})` : 'a guest'
  const proof = isProven
    ? 'a confirmed address'
    : 'an address that nobody has confirmed: answer nothing that its owner may not know'
  return {
    kind: 'ticket',
    brand,
    accountId: null,
    to: brand.legal.supportEmail,
    replyTo: email,
    subject: `[${ticket.id}] ${ticket.subject}`,
    greeting: `Ticket ${ticket.id}, from ${who}`,
    paragraphs: [
      `${email}, ${proof}.`,
      ...(ticket.followsId == null ? [] : [`It goes on with ticket ${ticket.followsId}.`]),
      ...(ticket.question
        ? [`Written under the question “${ticket.question.title}” (/help/${ticket.question.id}).`]
        : []),
      ...(seen > 0 ? [`Pictures with it, to be seen in the queue: ${seen}.`] : []),
      ...(held > 0
        ? [`Pictures held back, which a list says that nobody may see: ${held}. It is for a lead.`]
        : []),
      ...ticket.message
        .split(/\r\n|[\r\n\u2028\u2029]/)
        .filter((line) => line.trim() !== '')
        .map((line) => `> ${line}`),
    ],
    action: { label: 'Open the queue', url: linkTo(network, brand, '/staff/tickets') },
    list: null,
  }
}

/** The mail that begins the conversation, whether or not it was sent. */
export function receiptName(ticketId: number): string {
  return `ticket-${ticketId}`
}

/** `replyTo` is undefined where answers go to the brand's support. */
type Receipt = { id: number; replyTo: string | undefined }

/**
 * Builds the receipt. It contains nothing of the ticket, so that nobody can send text to strangers
 * through us.
 */
export function receiptMail(
  network: Network,
  brand: Brand,
  email: string,
  { id: ticketId, replyTo }: Receipt,
): Mail {
  return {
    kind: 'ticketReceipt',
    brand,
    accountId: null,
    to: email,
    ...(replyTo === undefined ? {} : { replyTo }),
    thread: { name: receiptName(ticketId), after: [] },
    subject: 'We have your message',
    greeting: 'Thank you for writing to us.',
    paragraphs: [
      `Your message is here (number ${ticketId}). A person reads it, and the answer comes to this address.`,
      'If you did not write to us, somebody has typed this address by mistake. There is nothing to do.',
    ],
    action: { label: 'See the help pages', url: linkTo(network, brand, '/help') },
    list: null,
  }
}
