import { z } from 'zod'
import { endpoint, id } from '../../../api/contract.ts'

export const getAsked = endpoint({
  method: 'get',
  path: '/staff/content/asked',
  summary:
    'How many members will be asked to accept terms and privacy policy once a draft is published',
  access: 'staff',
  roles: ['editor', 'publisher'],
  query: z.object({ revision: id }),
  answer: z.object({ members: z.number(), brands: z.number() }),
})
