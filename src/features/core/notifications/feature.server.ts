import type { Feature } from '#api/feature.ts'
import { notificationCollections } from './leaving.sql.ts'
import { pushJob } from './push-delivery.server.ts'
import { pushHandlers } from './push.server.ts'

export const notifications: Feature = {
  room: 'core/notifications',
  handlers: pushHandlers,
  jobs: [pushJob],
  collections: notificationCollections,
}
