import { type Collection, rowsBy } from '../../../api/collections.server.ts'

export const updateCollections: readonly Collection[] = [
  {
    name: 'updates',
    title: 'Your updates',
    rows: rowsBy('id', (db, accountId) =>
      db
        .selectFrom('updates')
        .select(['id as key', 'created_at as at', 'body as text', 'deleted_at as deleted'])
        .where('account_id', '=', accountId),
    ),
  },
]
