import { z } from 'zod'
import { endpoint, id, textField } from '../../api/contract.ts'
import { brands } from '../../sites/registry.ts'
import { MAX_ANSWER, MAX_PAGES } from './ticket-queue.ts'

/** '' means all brands, as a form sends it. */
const brand = z.enum(['', ...brands.map((one) => one.id)], { error: 'There is no such brand.' }).default('')

const ticket = z.object({
  id: z.number(),
  brand: z.string(),
  subject: z.string(),
  message: z.string(),
  email: z.string(),
  isProven: z.boolean(),
  /** Null for a guest and for a member who deleted the account. */
  member: z.object({ id: z.number(), username: z.string() }).nullable(),
  questionId: z.string().nullable(),
  writtenAt: z.iso.datetime(),
  closed: z.object({ at: z.iso.datetime(), by: z.string().nullable(), answer: z.string().nullable() }).nullable(),
})
export type Ticket = z.output<typeof ticket>

export const getTickets = endpoint({
  method: 'get',
  path: '/staff/tickets',
  summary: 'What people have asked: open tickets, the oldest first, or closed ones, the latest first',
  access: 'staff',
  query: z.object({
    show: z.enum(['open', 'closed']).default('open'),
    brand,
    page: z.coerce.number().int().min(1).max(MAX_PAGES).default(1),
  }),
  answer: z.object({
    tickets: z.array(ticket),
    pages: z.number(),
    open: z.array(z.object({ brand: z.string(), count: z.number() })),
  }),
})

/** `brand`: filter of the queue, kept after the action. */
const act = { id, brand }
/** `next`: the page to which a form without script redirects. */
const answer = z.object({ ok: z.literal(true), next: z.string() })

export const answerTicket = endpoint({
  method: 'post',
  path: '/staff/answerTicket',
  summary: 'Answer a ticket by mail, and close it',
  access: 'staff',
  body: z.object({ ...act, answer: textField(MAX_ANSWER, 1) }),
  answer,
  errors: ['conflict'],
  pageForm: { name: 'answer-ticket' },
})

export const closeTicket = endpoint({
  method: 'post',
  path: '/staff/closeTicket',
  summary: 'Close a ticket without writing to anybody',
  access: 'staff',
  body: z.object(act),
  answer,
  errors: ['conflict'],
  pageForm: { name: 'close-ticket' },
})
