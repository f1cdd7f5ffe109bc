import { type Collection, ownRows } from '#api/collections.server.ts'

export const notificationCollections: readonly Collection[] = [
  {
    name: 'notifications',
    title: 'Browsers that are told when something happens',
    rows: ownRows('push_subscriptions', [
      'id as key',
      'brand',
      'endpoint as address',
      'kinds',
      'says_what as saysWhat',
      'created_at as since',
    ]),
  },
]
