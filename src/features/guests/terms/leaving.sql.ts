import { allRows, type Collection } from '#api/collections.server.ts'

export const legalCollections: readonly Collection[] = [
  {
    name: 'accepted-terms',
    title: 'The terms that you accepted',
    rows: allRows((db, accountId) =>
      db
        .selectFrom('terms_acceptances')
        .select(['brand as site', 'version', 'accepted_at as at'])
        .where('account_id', '=', accountId)
        .orderBy('accepted_at')
        .orderBy('brand')
        .orderBy('version'),
    ),
  },
]
