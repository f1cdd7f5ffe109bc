import { z } from 'zod'
import { endpoint, id } from '#api/contract.ts'
import { MOST_PARTNERS } from '#members/likes/partners.ts'

export const blockUser = endpoint({
  method: 'post',
  path: '/profile/blockUser',
  summary:
    'Block a member, or let them back in: from then on neither finds, sees or reaches the other',
  access: 'signedIn',
  body: z.object({
    id,
    action: z.enum(['block', 'unblock']).default('block'),
    /** Partners of the member whom the viewer sees on the profile, to be blocked as well. */
    also: z
      .preprocess(
        (value) => (typeof value === 'object' ? value : [value]),
        z.array(id).max(MOST_PARTNERS),
      )
      .optional(),
  }),
  answer: z.object({ isBlocked: z.boolean(), next: z.string() }),
  errors: ['unavailable'],
  limits: [{ name: 'block', per: 'account', most: 100, seconds: 3600 }],
  pageForm: {},
})
