import { z } from 'zod'
import { endpoint, textField } from '#api/contract.ts'
import { matches } from './find-members.ts'

const standings = ['active', 'paused', 'suspended', 'banned', 'deleted', 'staff'] as const

export const findMembers = endpoint({
  method: 'get',
  path: '/staff/members',
  summary:
    'Members by number, username or its beginning, mail address, order or payment; never all of them. That somebody searched, how, and whom they found is on record',
  access: 'staff',
  roles: ['moderator', 'support', 'lead'],
  query: z.object({ find: textField(320).default('') }),
  answer: z.object({
    /** False where what was typed is too short to search for. */
    searched: z.boolean(),
    /** Whole matches before those that only begin so. */
    hits: z.array(
      z.object({
        id: z.number(),
        username: z.string(),
        brand: z.string(),
        matched: z.array(z.enum(matches)),
        standing: z.object({
          state: z.enum(standings),
          /** Since when a member is banned or deleted, or until when one is suspended. */
          at: z.iso.datetime().nullable(),
        }),
      }),
    ),
    /** More usernames begin so. */
    hasMore: z.boolean(),
  }),
  errors: ['forbidden'],
  limits: [
    { name: 'find-members', per: 'account', most: 30, seconds: 60 },
    { name: 'find-members-day', per: 'account', most: 500, seconds: 24 * 3600 },
  ],
})
