import { z } from 'zod'
import { endpoint } from '#api/contract.ts'

const queue = z.object({
  queue: z.string(),
  inbound: z.number(),
  pending: z.number(),
  closed: z.number(),
  byProgram: z.number(),
  reversed: z.number(),
  overturned: z.number(),
  medianHours: z.number().nullable(),
  p95Hours: z.number().nullable(),
  oldest: z.iso.datetime().nullable(),
})
const policy = z.object({
  policy: z.string(),
  decisions: z.number(),
  byProgram: z.number(),
  reversed: z.number(),
  overturned: z.number(),
})

export const getFigures = endpoint({
  method: 'get',
  path: '/staff/figures',
  summary:
    'Figures of each queue and rule over the last days, also as CSV: what came, what waits, how fast it was decided, and what was taken back',
  access: 'staff',
  roles: ['moderator', 'support', 'lead', 'owner'],
  query: z.object({ days: z.enum(['7', '30', '90']).default('30') }),
  answer: z.object({
    since: z.iso.datetime(),
    queues: z.array(queue),
    policies: z.array(policy),
    /** Of what the one who asks decided; nobody else's are shown. */
    own: z.object({ decisions: z.number(), reversed: z.number(), overturned: z.number() }),
    csv: z.string(),
  }),
})
