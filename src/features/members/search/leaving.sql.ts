import { type Collection, inPages } from '../../../api/collections.server.ts'
import { withNames } from '../../core/accounts/names.sql.ts'

export const discoveryCollections: readonly Collection[] = [
  {
    name: 'saved-searches',
    title: 'Your saved searches',
    rows: (db, accountId) =>
      inPages((after, most) =>
        db
          .selectFrom('saved_searches')
          .select(['id as key', 'name', 'query', 'created_at as at'])
          .where('account_id', '=', accountId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(most)
          .execute(),
      ),
  },
  {
    name: 'visits',
    title: 'Whom you have visited',
    rows: (db, accountId) =>
      inPages(async (after, most) => {
        const rows = db
          .selectFrom('views')
          .select(['viewed_id as key', 'viewed_id as otherId', 'viewed_at as at'])
        return withNames(
          db,
          await rows
            .where('viewer_id', '=', accountId)
            .where('viewed_id', '>', after)
            .orderBy('viewed_id')
            .limit(most)
            .execute(),
        )
      }),
  },
  {
    name: 'visits-received',
    title: 'Who has visited you',
    rows: (db, accountId) =>
      inPages(async (after, most) => {
        const rows = db
          .selectFrom('views')
          .select(['viewer_id as key', 'viewer_id as otherId', 'viewed_at as at'])
        return withNames(
          db,
          await rows
            .where('viewed_id', '=', accountId)
            .where('viewer_id', '>', after)
            .orderBy('viewer_id')
            .limit(most)
            .execute(),
        )
      }),
  },
]
