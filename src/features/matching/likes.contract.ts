import { z } from 'zod'
import { endpoint, id } from '../../api/contract.ts'

export const matchAction = endpoint({
  method: 'post',
  path: '/match/{action}',
  summary: 'Like a member, or take a like back; two who like each other are a match',
  access: 'member',
  params: z.object({ action: z.enum(['like', 'unlike']) }),
  body: z.object({ id }),
  answer: z.object({ liked: z.boolean(), isMatch: z.boolean() }),
  errors: ['unavailable'],
  limits: [{ name: 'like', per: 'account', most: 300, seconds: 3600 }],
})
