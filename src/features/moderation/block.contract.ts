import { z } from 'zod'
import { endpoint, id } from '../../api/contract.ts'

export const blockUser = endpoint({
  method: 'post',
  path: '/profile/blockUser',
  summary: 'Block a member, or let them back in: from then on neither finds, sees or reaches the other',
  access: 'signedIn',
  body: z.object({ id, action: z.enum(['block', 'unblock']).default('block') }),
  answer: z.object({ isBlocked: z.boolean(), next: z.string() }),
  errors: ['unavailable'],
  limits: [{ name: 'block', per: 'account', most: 100, seconds: 3600 }],
  pageForm: { name: 'block' },
})
