import { type Collection, inPages } from '../../../api/collections.server.ts'
import { type Erasure, erased } from '../../../api/erasure.server.ts'

/** What happens to the addresses of browsers when an account is erased; what waits for them goes as well. */
export const notificationErasures: readonly Erasure[] = [
  erased('push_subscriptions', ['account_id'], 'nobody is told of anything any more'),
  erased('pushes', ['other_id'], 'nobody is called for somebody who is gone'),
]

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
