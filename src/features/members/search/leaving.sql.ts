import { type Collection, rowsBy } from '../../../api/collections.server.ts'
import { withNames } from '../../core/accounts/names.sql.ts'

export const discoveryCollections: readonly Collection[] = [
  {
    name: 'saved-searches',
    title: 'Your saved searches',
    rows: rowsBy('id', (db, accountId) =>
      db
        .selectFrom('saved_searches')
        .select(['id as key', 'name', 'query', 'created_at as at'])
        .where('account_id', '=', accountId),
    ),
  },
  {
    name: 'visits',
    title: 'Whom you have visited',
    rows: rowsBy(
      'viewed_id',
      (db, accountId) =>
        db
          .selectFrom('views')
          .select(['viewed_id as key', 'viewed_id as otherId', 'viewed_at as at'])
          .where('viewer_id', '=', accountId),
      withNames,
    ),
  },
  {
    name: 'visits-received',
    title: 'Who has visited you',
    rows: rowsBy(
      'viewer_id',
      (db, accountId) =>
        db
          .selectFrom('views')
          .select(['viewer_id as key', 'viewer_id as otherId', 'viewed_at as at'])
          .where('viewed_id', '=', accountId),
      withNames,
    ),
  },
]
