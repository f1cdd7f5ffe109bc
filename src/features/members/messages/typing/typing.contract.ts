import { z } from 'zod'
import { done, endpoint, id } from '#api/contract.ts'

export const typing = endpoint({
  method: 'post',
  path: '/message/typing',
  summary:
    'Tell the other one of a conversation that one is writing; nothing of it is kept, and the answer is the same whether they are told',
  access: 'member',
  body: z.object({ id }),
  answer: done,
  errors: ['unavailable'],
  limits: [{ name: 'typing', per: 'account', most: 40, seconds: 60, inMemory: true }],
})
