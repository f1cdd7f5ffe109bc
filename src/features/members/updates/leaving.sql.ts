import { sql } from 'kysely'
import { type Collection, inPages } from '../../../api/collections.server.ts'

export const updateCollections: readonly Collection[] = [
  {
    name: 'updates',
    title: 'Your updates',
    rows: (db, accountId) =>
      inPages((after, most) =>
        db
          .selectFrom('updates')
          .select(['id as key', 'created_at as at', 'body as text', 'deleted_at as deleted'])
          .where('account_id', '=', accountId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(sql.lit(most))
          .execute(),
      ),
  },
]
