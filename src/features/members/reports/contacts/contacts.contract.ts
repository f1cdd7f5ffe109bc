import { z } from 'zod'
import { endpoint, textField } from '#api/contract.ts'
import { DAY, SECOND } from '#lib/clock.ts'
import { HIDDEN_DAYS, MAX_CONTACT_CHARS, NEW_A_DAY } from './contacts.ts'

/**
 * Not in the specification: how many addresses a member has blocked before meeting. Which, nobody
 * can read again.
 */
export const countContacts = endpoint({
  method: 'get',
  path: '/profile/contacts',
  summary: 'How many e-mail addresses a member has blocked before meeting',
  access: 'signedIn',
  answer: z.object({ count: z.number() }),
  limits: [{ name: 'count-contacts', per: 'account', most: 120, seconds: 60 }],
})

/** Addresses are counted, a few each day; the limit bounds calls that add none. */
export const blockContacts = endpoint({
  method: 'post',
  path: '/profile/blockContacts',
  summary: `Block people by e-mail address, a line each, before meeting them: also who joins with one later. It takes effect in the course of the next day (UTC). Of new addresses ${NEW_A_DAY} a day are taken; the others are \`left\`. Line numbers count from 1`,
  access: 'signedIn',
  body: z.object({ contacts: textField(MAX_CONTACT_CHARS, 1) }),
  answer: z.object({
    added: z.number(),
    already: z.number(),
    left: z.number(),
    isOwn: z.boolean(),
    phones: z.array(z.number()),
    unread: z.array(z.number()),
    count: z.number(),
    next: z.string(),
  }),
  maxBytes: 256 * 1024,
  limits: [{ name: 'block-contacts', per: 'account', most: 100, seconds: DAY / SECOND }],
  pageForm: { name: 'block-contacts', page: '/profile/edit/settings?screen=blocked' },
})

export const unblockContacts = endpoint({
  method: 'post',
  path: '/profile/unblockContacts',
  summary: `Lift the block of one e-mail address, or (\`all\`) of all that were blocked before meeting, on a day without new ones. Who was hidden stays hidden for ${HIDDEN_DAYS} days`,
  access: 'signedIn',
  body: z.union([z.object({ all: z.literal('yes') }), z.object({ contact: textField(254, 1) })]),
  answer: z.object({ removed: z.number(), next: z.string() }),
  errors: ['conflict'],
  limits: [{ name: 'unblock-contacts', per: 'account', most: 20, seconds: DAY / SECOND }],
  pageForm: { name: 'unblock-contacts', page: '/profile/edit/settings?screen=blocked' },
})
