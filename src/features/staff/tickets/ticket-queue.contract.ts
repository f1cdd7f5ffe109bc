import { z } from 'zod'
import { endpoint, id, textField } from '../../../api/contract.ts'
import { categoryNames } from '../../../content/kinds.ts'
import { brands } from '../../../sites/registry.ts'
import { priorityNames } from './priorities.ts'
import { MAX_ANSWER, MAX_NOTE, MAX_PAGES, snoozes } from './ticket-queue.ts'

/** '' means all brands, as a form sends it. */
const brand = z
  .enum(['', ...brands.map((one) => one.id)], { error: 'There is no such brand.' })
  .default('')

const said = z.object({ by: z.string().nullable(), text: z.string(), at: z.iso.datetime() })
/** What whoever asked answered to our mails. */
const reply = z.object({
  id: z.number(),
  text: z.string(),
  folded: z.string(),
  at: z.iso.datetime(),
  filesLeftOut: z.number(),
})

/** What staff know of a member before they answer: nothing that anybody wrote. */
const standing = z.object({
  brand: z.string(),
  joinedAt: z.iso.datetime(),
  bannedAt: z.iso.datetime().nullable(),
  premiumUntil: z.iso.datetime().nullable(),
  /** How often a card was charged, for whatever was bought. */
  payments: z.number(),
  tickets: z.number(),
  reportsBy: z.number(),
  reportsAbout: z.number(),
})
export type AskerStanding = z.output<typeof standing>

const ticket = z.object({
  id: z.number(),
  brand: z.string(),
  subject: z.string(),
  message: z.string(),
  email: z.string(),
  isProven: z.boolean(),
  /** Null for a guest and for a member who deleted the account. */
  member: z
    .object({ id: z.number(), username: z.string(), standing: standing.nullable() })
    .nullable(),
  questionId: z.string().nullable(),
  writtenAt: z.iso.datetime(),
  category: z.enum(categoryNames).nullable(),
  priority: z.enum(priorityNames),
  dueAt: z.iso.datetime(),
  heldBy: z.object({ username: z.string(), isMe: z.boolean(), until: z.iso.datetime() }).nullable(),
  snoozedUntil: z.iso.datetime().nullable(),
  answers: z.array(said),
  replies: z.array(reply),
  /** Tickets that are part of this one now, and the old one that it goes on with, with all that was said there. */
  related: z.array(
    z.object({
      id: z.number(),
      isPart: z.boolean(),
      subject: z.string(),
      message: z.string(),
      writtenAt: z.iso.datetime(),
      answers: z.array(said),
      replies: z.array(reply),
    }),
  ),
  /** The ticket that this one is part of. */
  mergedInto: z.number().nullable(),
  notes: z.array(said),
  closed: z
    .object({ at: z.iso.datetime(), by: z.string().nullable(), isAnswered: z.boolean() })
    .nullable(),
})
export type Ticket = z.output<typeof ticket>

export const getTickets = endpoint({
  method: 'get',
  path: '/staff/tickets',
  summary:
    'What people have asked: open tickets, what is due first, or closed ones, the latest first',
  access: 'staff',
  roles: ['support', 'lead'],
  query: z.object({
    show: z.enum(['open', 'snoozed', 'closed']).default('open'),
    brand,
    page: z.coerce.number().int().min(1).max(MAX_PAGES).default(1),
    /** Without a ticket: none is looked at. */
    figures: z.enum(['', 'only']).default(''),
  }),
  answer: z.object({
    tickets: z.array(ticket),
    pages: z.number(),
    open: z.array(
      z.object({
        brand: z.string(),
        count: z.number(),
        held: z.number(),
        urgent: z.number(),
        snoozed: z.number(),
        oldest: z.iso.datetime().nullable(),
        nextDue: z.iso.datetime().nullable(),
      }),
    ),
    /** Medians in minutes of the last 500 closed tickets. */
    times: z.object({
      count: z.number(),
      firstAnswer: z.number().nullable(),
      resolution: z.number().nullable(),
    }),
  }),
})

/** `brand`: filter of the queue, kept after the action. */
const act = { id, brand }
/** The last answer by mail that was on the page: nobody answers, or closes, over one that came meanwhile. */
const upTo = z.coerce.number().int().min(0).optional()
/** How many tickets were part of it on the page: nobody answers, or closes, a question that they have not read. */
const parts = z.coerce.number().int().min(0).optional()
/** `next`: the page to which a form without script redirects. */
const answer = z.object({ ok: z.literal(true), next: z.string() })

export const answerTicket = endpoint({
  method: 'post',
  path: '/staff/answerTicket',
  summary:
    'Answer a ticket by mail, and close it, or keep it open with the time for an answer anew',
  access: 'staff',
  roles: ['support', 'lead'],
  body: z.object({
    ...act,
    upTo,
    parts,
    /** How many answers were on the page: nobody answers what somebody else just has. */
    answers: z.coerce.number().int().min(0).optional(),
    answer: textField(MAX_ANSWER, 1),
    keepsOpen: z.enum(['', 'yes']).default(''),
    /** Idempotency key of the form, so that a double click answers once. */
    key: z.uuid().optional(),
  }),
  answer,
  errors: ['forbidden', 'conflict'],
  pageForm: { name: 'tickets' },
})

export const closeTicket = endpoint({
  method: 'post',
  path: '/staff/closeTicket',
  summary: 'Close a ticket without writing to anybody',
  access: 'staff',
  roles: ['support', 'lead'],
  body: z.object({ ...act, upTo, parts }),
  answer,
  errors: ['forbidden', 'conflict'],
  pageForm: { name: 'tickets' },
})

export const takeTicket = endpoint({
  method: 'post',
  path: '/staff/takeTicket',
  summary:
    'Answer a ticket alone for fifteen minutes, or go on; from somebody else only where one says so, which is on record',
  access: 'staff',
  roles: ['support', 'lead'],
  body: z.object({ ...act, override: z.enum(['', 'yes']).default('') }),
  answer,
  errors: ['forbidden', 'conflict'],
  pageForm: { name: 'tickets' },
})

export const releaseTicket = endpoint({
  method: 'post',
  path: '/staff/releaseTicket',
  summary: 'Leave a ticket that one has taken to others',
  access: 'staff',
  roles: ['support', 'lead'],
  body: z.object(act),
  answer,
  errors: ['forbidden'],
  pageForm: { name: 'tickets' },
})

export const noteTicket = endpoint({
  method: 'post',
  path: '/staff/noteTicket',
  summary: 'Add a note to a ticket that only staff read',
  access: 'staff',
  roles: ['support', 'lead'],
  body: z.object({ ...act, note: textField(MAX_NOTE, 1) }),
  answer,
  errors: ['forbidden'],
  pageForm: { name: 'tickets' },
})

export const snoozeTicket = endpoint({
  method: 'post',
  path: '/staff/snoozeTicket',
  summary: 'Put an open ticket away for a while, or back at once',
  access: 'staff',
  roles: ['support', 'lead'],
  body: z.object({
    ...act,
    for: z.enum(['now', ...snoozes.map(({ value }) => value)], { error: 'Please choose one.' }),
  }),
  answer,
  errors: ['forbidden', 'conflict'],
  pageForm: { name: 'tickets' },
})

export const raiseTicket = endpoint({
  method: 'post',
  path: '/staff/raiseTicket',
  summary: 'Make an open ticket more urgent than its category makes it',
  access: 'staff',
  roles: ['support', 'lead'],
  body: z.object({ ...act, priority: z.enum(priorityNames, { error: 'Please choose one.' }) }),
  answer,
  errors: ['forbidden', 'conflict'],
  pageForm: { name: 'tickets' },
})

export const mergeTicket = endpoint({
  method: 'post',
  path: '/staff/mergeTicket',
  summary:
    'Make a ticket part of another of the same member: it is answered there, and answers by mail to either land there',
  access: 'staff',
  roles: ['support', 'lead'],
  body: z.object({
    ...act,
    into: z.coerce
      .number({ error: 'Please give its number.' })
      .int('Please give its number.')
      .positive('Please give its number.'),
  }),
  answer,
  errors: ['forbidden', 'conflict'],
  pageForm: { name: 'tickets' },
})

export const reopenTicket = endpoint({
  method: 'post',
  path: '/staff/reopenTicket',
  summary:
    'Open a closed ticket again, to answer it once more; one that was made part of another is one by itself again',
  access: 'staff',
  roles: ['support', 'lead'],
  body: z.object(act),
  answer,
  errors: ['forbidden', 'conflict'],
  pageForm: { name: 'tickets' },
})

export const makeSupportLink = endpoint({
  method: 'post',
  path: '/staff/supportLink',
  summary:
    'Make a link that shows support one account, once, within five minutes; that it was made is on record',
  access: 'staff',
  roles: ['support', 'lead'],
  body: z.object({ id }),
  answer: z.object({ link: z.string(), username: z.string() }),
  errors: ['conflict', 'forbidden', 'unavailable'],
  pageForm: { name: 'support-link', shows: true },
})
