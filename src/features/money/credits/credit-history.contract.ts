import { z } from 'zod'
import { endpoint, id } from '#api/contract.ts'

const movement = z.object({
  at: z.iso.datetime(),
  what: z.string(),
  note: z.string().nullable(),
  /** Whom it was about; null if nobody, or somebody who cannot be seen any more. */
  other: z.object({ userId: z.number(), username: z.string() }).nullable(),
  credits: z.number(),
  /** The balance afterwards. */
  left: z.number(),
})

export const creditHistory = endpoint({
  method: 'get',
  path: '/billing/creditHistory',
  summary:
    'What came and went of one’s credits, 20 movements at a time, the newest first; on brands that take credits',
  access: 'member',
  query: z.object({ before: id.optional() }),
  answer: z.object({
    currentCredits: z.number(),
    lots: z.array(z.object({ credits: z.number(), expiry: z.string().nullable() })),
    movements: z.array(movement),
    /** `before` of the next page; null on the last. */
    older: z.number().nullable(),
  }),
  errors: ['forbidden'],
})
