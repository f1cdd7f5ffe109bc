import { z } from 'zod'
import { doneAndNext, endpoint, id } from '#api/contract.ts'

/** Not in the specification: the answer “it’s fine” to a warning below a received message. */
export const calmWarning = endpoint({
  method: 'post',
  path: '/message/calmWarning',
  summary: 'Take away the warning below a message that one is fine with, for oneself',
  access: 'member',
  body: z.object({ messageId: id }),
  answer: doneAndNext,
  errors: ['notFound'],
  pageForm: {},
})
