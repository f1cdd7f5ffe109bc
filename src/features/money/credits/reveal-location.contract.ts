import { z } from 'zod'
import { endpoint, id } from '#api/contract.ts'

export const revealLocation = endpoint({
  method: 'post',
  path: '/billing/revealLocation',
  summary:
    'Learn how far away and in which direction a member’s area is; paid once for each member; takes an Idempotency-Key',
  access: 'member',
  body: z.object({
    id,
    /** Idempotency key of a form posted without script. */
    key: z.string().max(200).optional(),
  }),
  answer: z.object({
    /** In words, from the middle of one 5 km area to that of another. */
    location: z.string(),
    currentCredits: z.number(),
    next: z.string(),
  }),
  errors: ['unavailable', 'forbidden', 'noCredits', 'conflict'],
  limits: [{ name: 'reveal-location', per: 'account', most: 60, seconds: 3600 }],
  pageForm: { name: 'reveal-location', page: '/profile/view/id/{id}' },
})
