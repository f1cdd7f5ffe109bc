import { z } from 'zod'
import { doneAndNext, endpoint, id } from '#api/contract.ts'

/** Not in the specification: the law of several places asks for it. */
export const getFraudNotices = endpoint({
  method: 'get',
  path: '/message/fraudNotices',
  summary:
    'Who of those that one has written with was banned for fraud, until one has said that it was read',
  access: 'member',
  answer: z.object({
    notices: z.array(z.object({ id: z.number(), username: z.string(), at: z.iso.datetime() })),
  }),
})

export const dismissFraudNotice = endpoint({
  method: 'post',
  path: '/message/dismissFraudNotice',
  summary: 'Say that one has read such a notice, which then goes',
  access: 'member',
  body: z.object({ id }),
  answer: doneAndNext,
  pageForm: {},
})
