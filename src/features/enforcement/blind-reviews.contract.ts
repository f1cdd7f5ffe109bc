import { z } from 'zod'
import { doneAndNext, endpoint, id } from '../../api/contract.ts'
import { getEvidence } from '../moderation/reporters.contract.ts'
import { finding } from '../photos/hashes/findings.contract.ts'
import { getAdvice } from './decide.contract.ts'
import { acts, decisionStates, policies, severities } from './decisions.ts'

const empty = (value: unknown) => (value === '' ? undefined : value)
const { report } = getEvidence.answer.shape

/** Nothing in it says what was decided: how right a reporter was so far would. */
const evidence = getEvidence.answer.extend({
  report: report
    .pick({ reason: true, details: true, quoted: true, at: true })
    .extend({ reporter: z.object({ username: z.string() }), reported: z.object({ username: z.string() }) }),
})

export const getBlindReview = endpoint({
  method: 'get',
  path: '/staff/blindReview',
  summary: 'The decision that one judges a second time: what it was made on, and nothing of what was decided or by whom; that one looks is on record',
  access: 'staff',
  answer: z.object({
    /** Of others, some of them perhaps with somebody else, or about decisions of one’s own. */
    waiting: z.number(),
    held: z
      .object({
        jobId: z.number(),
        brand: z.string(),
        dueAt: z.iso.datetime(),
        /** What can be chosen. */
        acts: z.array(z.enum(acts)),
        /** What counted against the person before, and the act that each severity came to then, as whoever decided read it. */
        before: z.number(),
        bySeverity: getAdvice.answer.shape.bySeverity,
        /** `src` within the answer, since it has no address; null where its file is missing. */
        photo: z
          .object({
            src: z.string().nullable(),
            description: z.string(),
            isPrivate: z.boolean(),
            rules: z.string().nullable(),
            isCompared: z.boolean(),
            findings: z.array(finding),
            owner: z.object({ age: z.number(), gender: z.string() }),
          })
          .nullable(),
        evidence: evidence.nullable(),
      })
      .nullable(),
  }),
  errors: ['forbidden'],
})

export const takeBlindReview = endpoint({
  method: 'post',
  path: '/staff/takeBlindReview',
  summary: 'Take the next decision that was drawn for a second look, unless one holds one; never one that one took part in',
  access: 'staff',
  answer: doneAndNext,
  errors: ['forbidden'],
  pageForm: { name: 'take-blind-review' },
})

export const decideBlindReview = endpoint({
  method: 'post',
  path: '/staff/decideBlindReview',
  summary: 'Say what one would have decided; nothing changes for the member, and whether it is the same is counted',
  access: 'staff',
  body: z.object({
    jobId: id,
    act: z.enum(acts, { error: 'Please choose what you would do.' }),
    policy: z.preprocess(empty, z.enum(policies).default('none')),
    /** Needed where there is a breach. */
    severity: z.preprocess(empty, z.enum(severities).optional()),
  }),
  answer: doneAndNext,
  errors: ['forbidden', 'conflict'],
  pageForm: { name: 'decide-blind-review' },
})

const judgement = z.object({ act: z.enum(acts), policy: z.enum(policies), severity: z.enum(severities), by: z.string(), at: z.iso.datetime() })

export const getDifferences = endpoint({
  method: 'get',
  path: '/staff/blindDifferences',
  summary: 'Decisions that somebody else, who did not know them, would have made differently, the latest first; for leads',
  access: 'staff',
  query: z.object({
    /** The page after the one that ended with this. */
    before: z.preprocess(empty, id.optional()),
  }),
  answer: z.object({
    differences: z.array(z.object({ id: z.number(), decisionId: z.number(), state: z.enum(decisionStates), first: judgement, second: judgement })),
    /** Where the next page goes on; null at the end. */
    next: z.number().nullable(),
  }),
  errors: ['forbidden'],
})
