import { z } from 'zod'
import { endpoint, textField } from '../../api/contract.ts'
import { DAY, SECOND } from '../../lib/clock.ts'
import { MAX_CONTACT_CHARS } from './contacts.ts'

/** Not in the specification: how many addresses a member has blocked before meeting. Which, nobody can read again. */
export const countContacts = endpoint({
  method: 'get',
  path: '/profile/contacts',
  summary: 'How many e-mail addresses a member has blocked before meeting',
  access: 'signedIn',
  answer: z.object({ count: z.number() }),
  limits: [{ name: 'count-contacts', per: 'account', most: 120, seconds: 60 }],
})

/** Few a day: whoever could try addresses one by one would learn which profile belongs to one. */
export const blockContacts = endpoint({
  method: 'post',
  path: '/profile/blockContacts',
  summary: 'Block people by e-mail address, a line each, before meeting them: also who joins with one later. Line numbers count from 1',
  access: 'signedIn',
  body: z.object({ contacts: textField(MAX_CONTACT_CHARS, 1) }),
  answer: z.object({
    added: z.number(),
    already: z.number(),
    isOwn: z.boolean(),
    phones: z.array(z.number()),
    unread: z.array(z.number()),
    count: z.number(),
    next: z.string(),
  }),
  maxBytes: 256 * 1024,
  limits: [{ name: 'block-contacts', per: 'account', most: 10, seconds: DAY / SECOND }],
  pageForm: { name: 'block-contacts' },
})

export const unblockContacts = endpoint({
  method: 'post',
  path: '/profile/unblockContacts',
  summary: 'Lift the block of one e-mail address, or (`all`) of all that were blocked before meeting',
  access: 'signedIn',
  body: z.union([z.object({ all: z.literal('yes') }), z.object({ contact: textField(254, 1) })]),
  answer: z.object({ removed: z.number(), next: z.string() }),
  limits: [{ name: 'unblock-contacts', per: 'account', most: 20, seconds: DAY / SECOND }],
  pageForm: { name: 'unblock-contacts' },
})
