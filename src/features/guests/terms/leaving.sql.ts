import type { Collection } from '../../../api/collections.server.ts'
import { type Erasure, erased } from '../../../api/erasure.server.ts'

/** What happens to consents when an account is erased. */
export const legalErasures: readonly Erasure[] = [
  erased('terms_acceptances', ['account_id'], 'the contract has ended'),
]

export const legalCollections: readonly Collection[] = [
  {
    name: 'accepted-terms',
    title: 'The terms that you accepted',
    async *rows(db, accountId) {
      yield* await db
        .selectFrom('terms_acceptances')
        .select(['brand as site', 'version', 'accepted_at as at'])
        .where('account_id', '=', accountId)
        .orderBy('accepted_at')
        .orderBy('brand')
        .orderBy('version')
        .execute()
    },
  },
]
