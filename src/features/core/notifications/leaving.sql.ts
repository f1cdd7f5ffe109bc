import { type Collection, rowsBy } from '../../../api/collections.server.ts'

export const notificationCollections: readonly Collection[] = [
  {
    name: 'notifications',
    title: 'Browsers that are told when something happens',
    rows: rowsBy('id', (db, accountId) =>
      db
        .selectFrom('push_subscriptions')
        .select([
          'id as key',
          'brand',
          'endpoint as address',
          'kinds',
          'says_what as saysWhat',
          'created_at as since',
        ])
        .where('account_id', '=', accountId),
    ),
  },
]
