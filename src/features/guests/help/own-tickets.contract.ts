import { z } from 'zod'
import { endpoint, id, textField } from '#api/contract.ts'
import { pictureFiles } from './ticket-pictures.ts'
import { MAX_MESSAGE } from './tickets.ts'

/** A picture of a question or an answer. */
export const ticketPicture = z.object({ id: z.number(), width: z.number(), height: z.number() })
export type TicketPicture = z.output<typeof ticketPicture>

const pictures = z.array(ticketPicture)

const ownTicket = z.object({
  id: z.number(),
  subject: z.string(),
  text: z.string(),
  pictures,
  at: z.iso.datetime(),
  isClosed: z.boolean(),
  said: z.array(
    z.object({
      by: z.enum(['support', 'you']),
      text: z.string(),
      pictures,
      at: z.iso.datetime(),
    }),
  ),
})
export type OwnTicket = z.output<typeof ownTicket>

/** Not in the specification: what one wrote to support, and what came back. */
export const listOwnTickets = endpoint({
  method: 'get',
  path: '/profile/tickets',
  summary: 'The member’s last twenty tickets, the latest first, each with what was said on it',
  access: 'signedIn',
  answer: z.object({ tickets: z.array(ownTicket) }),
  limits: [{ name: 'list-own-tickets', per: 'account', most: 120, seconds: 60 }],
})

/** Not in the specification: what a mail that answers ours does, without a mail. */
export const answerOwnTicket = endpoint({
  method: 'post',
  path: '/profile/tickets/answer',
  summary:
    'Say more on a ticket of one’s own, with up to three pictures; a closed one opens again, and a new one goes on with what was closed long ago',
  access: 'signedIn',
  body: z.object({
    id,
    message: textField(MAX_MESSAGE, 1),
    /** The same words under the same key are said once. */
    key: z.string().max(100).default(''),
  }),
  files: pictureFiles,
  /** `number`: of the ticket that has it now. */
  answer: z.object({ number: z.number(), tickets: z.array(ownTicket), next: z.string() }),
  errors: ['notFound', 'storageFull'],
  limits: [{ name: 'answer-own-ticket', per: 'account', most: 40, seconds: 3600 }],
  pageForm: { name: 'ticket-answer', page: '/profile/edit/settings?screen=decisions' },
})
