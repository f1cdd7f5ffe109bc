import { z } from 'zod'
import { doneAndNext, endpoint, id, oneOrMore } from '#api/contract.ts'
import { feedbackActs, feedbackVerdicts, MOST_AT_ONCE } from './feedback.ts'

const ids = oneOrMore(z.array(id).min(1).max(MOST_AT_ONCE))

export const getListFeedback = endpoint({
  method: 'get',
  path: '/staff/listFeedback',
  summary:
    'What other organisations’ lists could be told of matches that staff decided about, and what is released to be sent by hand; for leads',
  access: 'staff',
  roles: ['lead'],
  answer: z.object({
    waiting: z.array(
      z.object({
        id: z.number(),
        decisionId: z.number(),
        list: z.string(),
        kind: z.enum(['sha256', 'pdq']),
        hash: z.string(),
        verdict: z.enum(feedbackVerdicts),
        at: z.iso.datetime(),
      }),
    ),
    /** By list. */
    released: z.array(z.object({ list: z.string(), ids: z.array(z.number()), csv: z.string() })),
  }),
  errors: ['forbidden'],
})

export const changeListFeedback = endpoint({
  method: 'post',
  path: '/staff/listFeedback',
  summary:
    'Release what a list could be told, so that it can be sent by hand, or discard it, or say that what was released is sent to whoever keeps the list; nothing is sent by this; for leads',
  access: 'staff',
  roles: ['lead'],
  body: z.object({ ids, act: z.enum(feedbackActs, { error: 'Please choose one.' }) }),
  answer: doneAndNext,
  errors: ['forbidden', 'conflict'],
  pageForm: { name: 'preserved' },
})
