import { z } from 'zod'
import { doneAndNext, endpoint, id } from '#api/contract.ts'
import { shownPart } from '#members/likes/parts.contract.ts'
import { correspondent } from '../messages.contract.ts'
import { INBOX_PAGE } from './inbox.ts'

/** Not in the specification: who waits for an answer, as the member alone learns it. */
export const whoWaits = endpoint({
  method: 'get',
  path: '/message/waiting',
  summary: 'Whose message is the last one of a conversation and is not answered, the longest first',
  access: 'member',
  query: z.object({
    count: z.coerce
      .number()
      .int()
      .min(1)
      .default(INBOX_PAGE)
      .transform((count) => Math.min(count, INBOX_PAGE)),
  }),
  answer: z.object({
    waiting: z.array(
      z.object({
        other: correspondent,
        since: z.iso.datetime(),
        /** What they like of the member's profile, for whoever may see who likes them. */
        likedOfYours: z.array(shownPart),
      }),
    ),
    /** Of all who wait, up to 100. */
    count: z.number(),
  }),
})

/** Not in the specification. */
export const notNow = endpoint({
  method: 'post',
  path: '/message/notNow',
  summary:
    'Take somebody out of those who wait for an answer, for three days; `later: no` undoes it',
  access: 'member',
  /** `back`: a page of ours that is shown then; else the messages. */
  body: z.object({
    id,
    later: z.enum(['yes', 'no']).default('yes'),
    back: z.string().max(500).optional(),
  }),
  answer: doneAndNext,
  errors: ['unavailable'],
  pageForm: {},
})
