import { z } from 'zod'
import { doneAndNext, endpoint, id, textField } from '#api/contract.ts'
import { MAX_REASON } from './preserved.ts'

const empty = (value: unknown) => (value === '' ? undefined : value)
const kinds = z.enum(['photo', 'viewOnce', 'chatPhoto'])

const copy = z.object({
  id: z.number(),
  decisionId: z.number(),
  kind: kinds,
  /** The lists that know the picture. */
  lists: z.array(z.string()),
  keptBy: z.string(),
  keptAt: z.iso.datetime(),
  deletedOn: z.iso.datetime(),
  /** One’s own ask: it waits for another lead, or one may look; null where one can ask. */
  ask: z
    .object({ id: z.number(), state: z.enum(['waits', 'open']), until: z.iso.datetime() })
    .nullable(),
})

export const getPreserved = endpoint({
  method: 'get',
  path: '/staff/preserved',
  summary:
    'Copies that are kept of pictures on a list, the latest first, and what leads ask to see of them; for leads',
  access: 'staff',
  roles: ['lead'],
  query: z.object({
    /** The page after the one that ended with this. */
    before: z.preprocess(empty, id.optional()),
  }),
  answer: z.object({
    copies: z.array(copy),
    /** Where the next page goes on; null at the end. */
    next: z.number().nullable(),
    /** Of others, who wait for a second lead. */
    asks: z.array(
      z.object({
        id: z.number(),
        decisionId: z.number(),
        kind: kinds,
        lists: z.array(z.string()),
        keptAt: z.iso.datetime(),
        askedBy: z.string(),
        reason: z.string(),
        expiresAt: z.iso.datetime(),
      }),
    ),
  }),
  errors: ['forbidden'],
})

export const askAboutCopy = endpoint({
  method: 'post',
  path: '/staff/copyAsk',
  summary:
    'Ask another lead to agree that one looks at a kept copy, with the reason, which ends after 72 hours; or agree that somebody else looks at it for an hour, or refuse it, never one’s own ask; for leads',
  access: 'staff',
  roles: ['lead'],
  body: z.discriminatedUnion('act', [
    z.object({ act: z.literal('ask'), id, reason: textField(MAX_REASON, 10) }),
    z.object({
      act: z.literal('answer'),
      id,
      outcome: z.enum(['approved', 'refused'], { error: 'Please choose one.' }),
    }),
  ]),
  answer: doneAndNext,
  errors: ['forbidden', 'conflict'],
  pageForm: { name: 'preserved' },
})

export const openCopy = endpoint({
  method: 'post',
  path: '/staff/openCopy',
  summary:
    'See a kept copy within the hour in which one may, by the id of one’s ask; each look is on record; for leads',
  access: 'staff',
  roles: ['lead'],
  body: z.object({ id }),
  answer: z.object({
    /** The picture within the answer, since it has no address. */
    src: z.string(),
    decisionId: z.number(),
    kind: kinds,
    lists: z.array(z.string()),
    until: z.iso.datetime(),
  }),
  errors: ['forbidden', 'conflict'],
  pageForm: { name: 'open-copy', shows: true },
})
