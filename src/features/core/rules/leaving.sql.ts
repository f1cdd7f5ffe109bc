import { type Collection, ownRows } from '#api/collections.server.ts'
import { type Aging, DAYS_A_YEAR, type Erasings } from '#api/erasure.server.ts'
import { deletedBy } from '#db/delete-some.server.ts'
import { ruleWords } from './rules.ts'

export const fraudErasures: Erasings = {
  fraud_identities: {
    kept: {
      retention: {
        what: 'A keyed hash of your address, if your account was closed for fraud',
        why: 'to know who comes back',
        howLong: 'three years after it was closed',
        days: 3 * DAYS_A_YEAR,
      },
      sweep: deletedBy('fraud_identities', 'since'),
    },
  },
}

/** What rules count of a member, for as long as it can tell of fraud. */
export const fraudAging: readonly Aging[] = [
  {
    table: 'fraud_messages',
    what: 'What rules against fraud count: with how many people you begin to write, and a number computed from the words of a first message, not the words',
    howLong: 'one day',
    days: 1,
    sweep: deletedBy('fraud_messages', 'at'),
  },
  {
    table: 'rule_hits',
    what: 'Which of these rules applied to you, in numbers',
    howLong: 'one year',
    days: DAYS_A_YEAR,
    sweep: deletedBy('rule_hits', 'at'),
  },
]

export const fraudCollections: readonly Collection[] = [
  {
    name: 'fraud-rules',
    title:
      'Rules against fraud that fitted what you did, by day; they hold numbers and none of your words',
    rows: ownRows('rule_hits', ['id as key', 'rule', 'day', 'times', 'shadow as onlyRecorded'], {
      tell: (_, page) => page.map(({ rule, ...row }) => ({ ...row, rule: ruleWords(rule) })),
    }),
  },
]
