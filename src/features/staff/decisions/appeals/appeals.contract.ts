import { z } from 'zod'
import { doneAndNext, endpoint, id, textField } from '#api/contract.ts'
import { getEvidence } from '#staff/evidence/reporters.contract.ts'
import { MAX_DAYS, MAX_NOTE } from '../decisions.ts'
import { appealOutcomes, MAX_APPEAL } from '../statements/statements.ts'

const token = z.string().max(60)
const section = z.object({ heading: z.string(), paragraphs: z.array(z.string()) })

export const getStatement = endpoint({
  method: 'get',
  path: '/decision/statement',
  summary:
    'A statement of reasons, for whoever holds its address, and whether one can object to it',
  access: 'anyone',
  query: z.object({ token }),
  answer: z.object({
    title: z.string(),
    sections: z.array(section),
    /**
     * `open`: one can object; `waits`: somebody did; `over`: the time to object is; otherwise what
     * came of it.
     */
    appeal: z.enum(['open', 'waits', 'over', ...appealOutcomes]),
    isTakenBack: z.boolean(),
  }),
  errors: ['notFound'],
  limits: [{ name: 'read-statement', per: 'ip', most: 60, seconds: 60, inMemory: true }],
})

export const appeal = endpoint({
  method: 'post',
  path: '/decision/appeal',
  summary:
    'Object to a decision, once, also without signing in; somebody who did not decide it looks at it again',
  access: 'anyone',
  body: z.object({ token, words: textField(MAX_APPEAL, 1) }),
  answer: doneAndNext,
  errors: ['notFound', 'conflict'],
  limits: [{ name: 'appeal', per: 'ip', most: 10, seconds: 3600 }],
  pageForm: { name: 'appeal' },
})

export const getAppeal = endpoint({
  method: 'get',
  path: '/staff/appeal',
  summary:
    'The objection that one holds, beside the decision that it is about and what that rested on; that one reads it is on record',
  access: 'staff',
  roles: ['moderator', 'lead'],
  answer: z.object({
    held: z
      .object({
        taskId: z.number(),
        words: z.string(),
        madeAt: z.iso.datetime(),
        dueAt: z.iso.datetime(),
        username: z.string(),
        accountId: z.number(),
        decisionId: z.number(),
        /**
         * Whoever decided the first time, agreed to it as the second person, or had reported it,
         * does not decide again.
         */
        isOwnDecision: z.boolean(),
        act: z.string(),
        days: z.number().nullable(),
        internalNote: z.string(),
        sections: z.array(section),
        /**
         * The photo that it was about, as a data URL; null where it is deleted, or the decision is
         * about none.
         */
        picture: z.string().nullable(),
        /** The text that it removed; null where it removed none, or it is not kept any more. */
        removed: z.object({ label: z.string(), text: z.string() }).nullable(),
        /**
         * What the report kept that it was decided on; null where it came of no report, or that is
         * not kept any more.
         */
        evidence: getEvidence.answer.nullable(),
      })
      .nullable(),
  }),
})

export const decideAppeal = endpoint({
  method: 'post',
  path: '/staff/decideAppeal',
  summary:
    'Decide an objection that one holds: uphold, overturn, or a warning or a shorter time instead',
  access: 'staff',
  roles: ['moderator', 'lead'],
  body: z.object({
    taskId: id,
    outcome: z.enum(appealOutcomes, { error: 'Please choose one.' }),
    /**
     * Of `adjust`: the days that hold instead, from the first decision on; without them, a warning.
     */
    days: z.preprocess(
      (value) => (value === '' ? undefined : value),
      z.coerce.number().int().min(1).max(MAX_DAYS).optional(),
    ),
    note: textField(MAX_NOTE).default(''),
  }),
  answer: doneAndNext,
  errors: ['forbidden', 'conflict'],
  pageForm: { name: 'queue' },
})
