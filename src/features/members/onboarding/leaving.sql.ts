import type { Collection } from '../../../api/collections.server.ts'
import { type Erasure, erased } from '../../../api/erasure.server.ts'

/** What happens to the steps after joining when an account is erased. */
export const onboardingErasures: readonly Erasure[] = [
  erased('onboarding_steps', ['account_id'], 'there is nothing left to set up'),
]

export const onboardingCollections: readonly Collection[] = [
  {
    name: 'onboarding',
    title: 'The steps after joining',
    async *rows(db, accountId) {
      yield* await db
        .selectFrom('onboarding_steps')
        .select(['step', 'opened_at as opened', 'done_at as done'])
        .where('account_id', '=', accountId)
        .orderBy('opened_at')
        .orderBy('step')
        .execute()
    },
  },
]
