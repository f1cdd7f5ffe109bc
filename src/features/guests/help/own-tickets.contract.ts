import { z } from 'zod'
import { endpoint } from '../../../api/contract.ts'

/** A picture of a question or an answer. */
export const ticketPicture = z.object({ id: z.number(), width: z.number(), height: z.number() })
export type TicketPicture = z.output<typeof ticketPicture>

const pictures = z.array(ticketPicture)

/** Not in the specification: what one wrote to support, and what came back. */
export const listOwnTickets = endpoint({
  method: 'get',
  path: '/profile/tickets',
  summary: 'The member’s last twenty tickets, the latest first, each with what was said on it',
  access: 'signedIn',
  answer: z.object({
    tickets: z.array(
      z.object({
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
      }),
    ),
  }),
  limits: [{ name: 'list-own-tickets', per: 'account', most: 120, seconds: 60 }],
})
