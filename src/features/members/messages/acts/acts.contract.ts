import { z } from 'zod'
import { doneAndNext, endpoint, id } from '#api/contract.ts'
import { reactions } from './reactions.ts'

/** Not in the specification: what one does with one message. */
export const reactToMessage = endpoint({
  method: 'post',
  path: '/message/react',
  summary:
    'React to a message that one can read, one’s own or the other’s; another reaction takes its place, an empty one takes it back',
  access: 'member',
  body: z.object({ messageId: id, reaction: z.enum([...reactions, '']) }),
  answer: doneAndNext,
  errors: ['notFound', 'needsPremium'],
  limits: [{ name: 'react', per: 'account', most: 60, seconds: 60 }],
  pageForm: {},
})

export const deleteForBoth = endpoint({
  method: 'post',
  path: '/message/deleteForBoth',
  summary:
    'Delete a message of one’s own for both, within 15 minutes of sending; what it cost is not given back. A photo that the other does not have yet is taken back at any time, with what it cost',
  access: 'member',
  body: z.object({ messageId: id }),
  answer: doneAndNext,
  errors: ['notFound', 'conflict'],
  pageForm: {},
})
