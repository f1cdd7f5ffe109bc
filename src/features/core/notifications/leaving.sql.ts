import { type Collection, inPages } from '../../../api/collections.server.ts'

export const notificationCollections: readonly Collection[] = [
  {
    name: 'notifications',
    title: 'Browsers that are told when something happens',
    rows: (db, accountId) =>
      inPages((after, most) => {
        const rows = db
          .selectFrom('push_subscriptions')
          .select([
            'id as key',
            'brand',
            'endpoint as address',
            'kinds',
            'says_what as saysWhat',
            'created_at as since',
          ])
        return rows
          .where('account_id', '=', accountId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(most)
          .execute()
      }),
  },
]
