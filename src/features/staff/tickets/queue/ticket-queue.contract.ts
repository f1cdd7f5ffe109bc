import { z } from 'zod'
import { doneAndNext, endpoint, id, textField } from '#api/contract.ts'
import { categoryNames } from '#content/help-categories.ts'
import { ticketPicture } from '#guests/help/own-tickets.contract.ts'
import { pictureFiles } from '#guests/help/ticket-pictures.ts'
import { brands } from '#sites/registry.ts'
import { snoozes } from './snoozes.ts'
import { priorityNames } from './ticket-list.ts'
import {
  holders,
  MAX_ANSWER,
  MAX_FIND,
  MAX_NOTE,
  MAX_PAGES,
  MAX_TICKET_TAG,
  shows,
} from './ticket-list.ts'

const said = z.object({ by: z.string().nullable(), text: z.string(), at: z.iso.datetime() })
const pictures = z.array(ticketPicture)
/** How many of the pictures are on a list of pictures that nobody may see: leads are shown them. */
const heldBack = z.number()
const given = said.extend({ pictures })
/** What whoever asked answered to our mails. */
const reply = z.object({
  id: z.number(),
  text: z.string(),
  folded: z.string(),
  pictures,
  heldBack,
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

const person = z.object({ username: z.string(), isMe: z.boolean() })

/** A ticket in the list. */
const listed = z.object({
  id: z.number(),
  brand: z.string(),
  subject: z.string(),
  /** A username; null for a guest and for a member who deleted the account. */
  from: z.string().nullable(),
  /** In which its writer reads dates, as BCP 47; null where nobody chose one. */
  language: z.string().nullable(),
  category: z.enum(categoryNames).nullable(),
  /** The category in words. */
  about: z.string().nullable(),
  priority: z.enum(priorityNames),
  writtenAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  snoozedUntil: z.iso.datetime().nullable(),
  closedAt: z.iso.datetime().nullable(),
  /** Who answers it just now, and whose it is until it is closed. */
  heldBy: person.extend({ until: z.iso.datetime() }).nullable(),
  assignedTo: person.nullable(),
  tags: z.array(z.string()),
})
export type ListedTicket = z.output<typeof listed>

const ticket = listed.extend({
  message: z.string(),
  pictures,
  heldBack,
  /** Whether one may end that: a lead, of its own pictures and those of its parts. */
  mayShowHeld: z.boolean(),
  email: z.string(),
  isProven: z.boolean(),
  /** Null for a guest and for a member who deleted the account. */
  member: z
    .object({ id: z.number(), username: z.string(), standing: standing.nullable() })
    .nullable(),
  questionId: z.string().nullable(),
  /** What its writer was charged, the latest first, and what of it went back. */
  charges: z.array(z.string()),
  answers: z.array(given),
  replies: z.array(reply),
  /**
   * Tickets that are part of this one now, and the old one that it goes on with, with all that was
   * said there.
   */
  related: z.array(
    z.object({
      id: z.number(),
      isPart: z.boolean(),
      subject: z.string(),
      message: z.string(),
      pictures,
      heldBack,
      writtenAt: z.iso.datetime(),
      answers: z.array(given),
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

/** Who is shown pictures that are held back, as in the queues of what a list knows. */
export const SEE_HELD = ['lead'] as const

export const getTickets = endpoint({
  method: 'get',
  path: '/staff/tickets',
  summary:
    'What people have asked: open tickets, what is due first, or closed ones, the latest first; with one of them whole',
  access: 'staff',
  roles: ['support', 'lead'],
  query: z.object({
    show: z.enum(shows).default('open'),
    /** '' means all brands, as a form sends it. */
    brand: z
      .enum(['', ...brands.map((one) => one.id)], { error: 'There is no such brand.' })
      .default(''),
    /** One's own, nobody's, or everybody's. */
    who: z.enum(holders).default(''),
    /** Words of subject and question, each from its beginning; or a number. */
    find: z.string().trim().max(MAX_FIND).default(''),
    page: z.coerce.number().int().min(1).max(MAX_PAGES).default(1),
    /** The one that is shown whole. */
    ticket: z.preprocess((value) => (value === '' ? undefined : value), id.optional()),
    /** Without a list: no ticket is looked at. */
    figures: z.enum(['', 'only']).default(''),
  }),
  answer: z.object({
    tickets: z.array(listed),
    chosen: ticket.nullable(),
    /** To whom a ticket can be given. */
    colleagues: z.array(z.object({ id: z.number(), username: z.string() })),
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

/** `back`: which part of the list is shown, as its address says it, kept after the act. */
const about = {
  id,
  back: z
    .string()
    .max(2000, 'The filters of the list are too long. Please shorten what you look for.')
    .default(''),
}
/**
 * The last answer by mail that was on the page: nobody answers, or closes, over one that came
 * meanwhile.
 */
const upTo = z.coerce.number().int().min(0).optional()
/**
 * How many tickets were part of it on the page: nobody answers, or closes, a question that they
 * have not read.
 */
const parts = z.coerce.number().int().min(0).optional()
const yes = z.enum(['', 'yes']).default('')

export const actOnTicket = endpoint({
  method: 'post',
  path: '/staff/ticket',
  summary:
    'Answer a ticket by mail, with up to three pictures, and close it or keep it open; close it; take it for fifteen minutes, or leave it; note, snooze, raise, tag it; give it to a colleague; make it part of another; open it again; show its pictures that were held back by mistake',
  access: 'staff',
  roles: ['support', 'lead'],
  body: z.discriminatedUnion('act', [
    z.object({
      act: z.literal('answer'),
      ...about,
      upTo,
      parts,
      /** How many answers were on the page: nobody answers what somebody else just has. */
      answers: z.coerce.number().int().min(0).optional(),
      answer: textField(MAX_ANSWER, 1),
      /** The time for an answer begins anew. */
      keepsOpen: yes,
      /** Idempotency key of the form, so that a double click answers once. */
      key: z.uuid().optional(),
    }),
    z.object({ act: z.literal('close'), ...about, upTo, parts }),
    /** `override`: from somebody else, which is on record. */
    z.object({ act: z.literal('take'), ...about, override: yes }),
    /**
     * `reveal`: puts on record that one sees its pictures sharp. `showHeld`: none of those that are
     * held back is what a list says; leads say so.
     */
    z.object({ act: z.enum(['release', 'reopen', 'reveal', 'showHeld']), ...about }),
    z.object({ act: z.literal('note'), ...about, note: textField(MAX_NOTE, 1) }),
    z.object({
      act: z.literal('snooze'),
      ...about,
      for: z.enum(['now', ...snoozes.map(({ value }) => value)], { error: 'Please choose one.' }),
    }),
    z.object({
      act: z.literal('raise'),
      ...about,
      priority: z.enum(priorityNames, { error: 'Please choose one.' }),
    }),
    z.object({
      act: z.literal('merge'),
      ...about,
      into: z.coerce
        .number({ error: 'Please give its number.' })
        .int('Please give its number.')
        .positive('Please give its number.'),
    }),
    /** `to`: '' for nobody. */
    z.object({ act: z.literal('assign'), ...about, to: z.union([z.literal(''), id]) }),
    z.object({ act: z.enum(['tag', 'untag']), ...about, tag: textField(MAX_TICKET_TAG, 1) }),
  ]),
  /** `next`: the page to which a form without script redirects. */
  files: pictureFiles,
  answer: doneAndNext,
  errors: ['forbidden', 'conflict', 'storageFull'],
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
