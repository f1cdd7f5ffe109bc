import { z } from 'zod'
import { doneAndNext, endpoint, id } from '#api/contract.ts'
import { ruleIds } from '#core/rules/rules.ts'

const figures = {
  /** One for an account and a day, and how often the rule hit in them. */
  hits: z.number(),
  times: z.number(),
  accounts: z.number(),
  /** Hits about which staff have decided in a task, and how many of them with an act. */
  decided: z.number(),
  right: z.number(),
  /** Hits that staff have marked, and how many as right. */
  judged: z.number(),
  judgedRight: z.number(),
  /** The share that is right of those; null where they are too few to tell. */
  precision: z.number().nullable(),
}

export const getFraudRules = endpoint({
  method: 'get',
  path: '/staff/fraud',
  summary:
    'The rules against fraud: what each does, what it found in 30 days and whether it is in shadow',
  access: 'staff',
  roles: ['moderator', 'lead'],
  answer: z.object({
    rules: z.array(
      z.object({
        id: z.enum(ruleIds),
        because: z.string(),
        /** What it does outside shadow, in words. */
        effects: z.array(z.string()),
        since: z.iso.date(),
        owner: z.string(),
        shadow: z.boolean(),
        /** Null where it is as it ships. */
        switchedAt: z.iso.datetime().nullable(),
        ...figures,
      }),
    ),
    /** From which numbers rules fire: as usual, and on brands that are stricter or milder. */
    numbers: z.array(
      z.object({
        what: z.string(),
        usual: z.number(),
        own: z.array(z.object({ brand: z.string(), value: z.number() })),
      }),
    ),
    /** From how many strikes which act is recommended. */
    thresholds: z.array(
      z.object({
        brand: z.string().nullable(),
        steps: z.array(
          z.object({
            from: z.number(),
            act: z.enum(['warn', 'limit', 'suspend', 'ban']),
            days: z.number().nullable(),
          }),
        ),
      }),
    ),
  }),
})

export const switchFraudRule = endpoint({
  method: 'post',
  path: '/staff/switchFraudRule',
  summary:
    'Take a rule against fraud out of shadow, where it is recorded and does nothing, or put it there',
  access: 'staff',
  roles: ['moderator', 'lead'],
  body: z.object({ rule: z.enum(ruleIds), shadow: z.enum(['yes', 'no']) }),
  answer: doneAndNext,
  errors: ['forbidden'],
  pageForm: { name: 'fraud' },
})

export const getFraudHits = endpoint({
  method: 'get',
  path: '/staff/fraudHits',
  summary:
    'What a rule against fraud found in 30 days, also in shadow, newest first, with what staff say of each',
  access: 'staff',
  roles: ['moderator', 'lead'],
  query: z.object({
    rule: z.enum(ruleIds),
    /** The last hit of the page before. */
    after: id.optional(),
  }),
  answer: z.object({
    because: z.string(),
    shadow: z.boolean(),
    hits: z.array(
      z.object({
        id: z.number(),
        accountId: z.number(),
        username: z.string(),
        facts: z.array(z.string()),
        shadow: z.boolean(),
        times: z.number(),
        at: z.iso.datetime(),
        /** Nobody judges what was found about themselves. */
        isOwn: z.boolean(),
        mark: z
          .object({ isRight: z.boolean(), by: z.string().nullable(), at: z.iso.datetime() })
          .nullable(),
        /** What staff decided in the task that it led to: an act, or `none`. */
        outcome: z.string().nullable(),
      }),
    ),
    next: z.number().nullable(),
  }),
  errors: ['forbidden'],
})

export const markFraudHit = endpoint({
  method: 'post',
  path: '/staff/markFraudHit',
  summary:
    'Say of something that a rule against fraud found whether the rule is right about it, or change that',
  access: 'staff',
  roles: ['moderator', 'lead'],
  body: z.object({
    id,
    right: z.enum(['yes', 'no'], { error: 'Please choose one.' }),
    /** The page on which it is shown. */
    after: id.optional(),
  }),
  answer: doneAndNext,
  errors: ['forbidden'],
  pageForm: { name: 'fraud' },
})

export const getRuleHits = endpoint({
  method: 'get',
  path: '/staff/ruleHits',
  summary:
    'What the rules against fraud found about somebody, in words: the facts of a task about a hit',
  access: 'staff',
  roles: ['moderator', 'lead'],
  query: z.object({ id }),
  answer: z.object({
    accountId: z.number(),
    username: z.string(),
    /** Until when this member may not begin conversations. */
    limitedUntil: z.iso.datetime().nullable(),
    hits: z.array(
      z.object({
        rule: z.string(),
        because: z.string(),
        facts: z.array(z.string()),
        shadow: z.boolean(),
        times: z.number(),
        at: z.iso.datetime(),
      }),
    ),
  }),
  errors: ['forbidden'],
})
