import type { Feature } from '../../../api/feature.ts'
import { notificationCollections, notificationErasures } from './leaving.sql.ts'
import { pushJob } from './push-delivery.server.ts'
import { pushHandlers } from './push.server.ts'

export const notifications: Feature = {
  room: 'core/notifications',
  handlers: pushHandlers,
  jobs: [pushJob],
  erasures: notificationErasures,
  collections: notificationCollections,
}
