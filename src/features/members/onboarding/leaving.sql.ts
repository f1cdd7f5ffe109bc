import { allRows, type Collection } from '#api/collections.server.ts'

export const onboardingCollections: readonly Collection[] = [
  {
    name: 'onboarding',
    title: 'The steps after joining',
    rows: allRows((db, accountId) =>
      db
        .selectFrom('onboarding_steps')
        .select(['step', 'opened_at as opened', 'done_at as done'])
        .where('account_id', '=', accountId)
        .orderBy('opened_at')
        .orderBy('step'),
    ),
  },
]
