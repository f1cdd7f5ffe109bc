import { z } from 'zod'
import { done, endpoint, id } from '#api/contract.ts'
import { noticed } from './own-decisions.ts'

/** Not in the specification: what was decided about oneself, also for who gets no mail of it. */
export const listOwnDecisions = endpoint({
  method: 'get',
  path: '/profile/decisions',
  summary:
    'The last fifty decisions about the member that took effect, the latest first, each with the address of its reasons',
  access: 'signedIn',
  answer: z.object({
    decisions: z.array(
      z.object({
        what: z.string(),
        at: z.iso.datetime(),
        /** `holds` also where its time is over. */
        state: z.enum(['holds', 'takenBack']),
        /** Of the statement of reasons, where one objects. */
        path: z.string(),
      }),
    ),
  }),
  limits: [{ name: 'list-decisions', per: 'account', most: 120, seconds: 60 }],
})

export const getDecisionNotices = endpoint({
  method: 'get',
  path: '/profile/decisionNotices',
  summary:
    'What was decided about the member or taken back, until they have said that they read it',
  access: 'signedIn',
  answer: z.object({
    notices: z.array(
      z.object({
        id: z.number(),
        about: z.enum(noticed),
        what: z.string(),
        at: z.iso.datetime(),
        path: z.string(),
      }),
    ),
  }),
})

export const dismissDecisionNotice = endpoint({
  method: 'post',
  path: '/profile/dismissDecisionNotice',
  summary: 'Say that one has read such a notice, which then goes',
  access: 'signedIn',
  body: z.object({ id }),
  answer: done,
  pageForm: { next: '/dashboard' },
})

/** Not in the specification: whoever an open page is closed to learns it. */
export const getEndedSession = endpoint({
  method: 'get',
  path: '/site/ended',
  summary:
    'Whether a decision ended the session that this browser had, and the address of its reasons; null for every other browser',
  access: 'anyone',
  answer: z.object({ closed: z.object({ statement: z.string().nullable() }).nullable() }),
  limits: [{ name: 'ended-session', per: 'ip', most: 60, seconds: 60, inMemory: true }],
})
