import { type Collection, inPages } from '../../api/collections.server.ts'
import { type Erasure, erased, numberStays } from '../../api/erasure.server.ts'
import { ruleWords } from './rules.ts'

/** What happens to counts and firings when an account is erased. */
export const fraudErasures: readonly Erasure[] = [
  erased('fraud_letters', ['account_id', 'other_id'], 'counts of a day'),
  erased('fraud_firings', ['account_id'], 'numbers about somebody who is gone'),
  erased('fraud_limits', ['account_id'], 'nobody writes any more'),
  numberStays('fraud_switches', ['changed_by'], 'a decision of staff stays where it was made'),
]

export const fraudCollections: readonly Collection[] = [
  {
    name: 'fraud-rules',
    title: 'Rules against fraud that fitted what you did, by day; they hold numbers and none of your words',
    rows: (db, accountId) =>
      inPages(async (after, most) => {
        const rows = await db
          .selectFrom('fraud_firings')
          .select(['id as key', 'rule', 'day', 'hits as times', 'shadow as onlyRecorded'])
          .where('account_id', '=', accountId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(most)
          .execute()
        return rows.map(({ rule, ...row }) => ({ ...row, rule: ruleWords(rule) }))
      }),
  },
]
