import type { Feature } from '../../../api/feature.ts'
import { flaggerHandlers } from './flaggers.server.ts'
import { removalErasures } from './leaving.sql.ts'
import { removalQueueHandlers } from './removal-queue.server.ts'
import { removalHandlers } from './removals.server.ts'

export const removals: Feature = {
  room: 'staff/removals',
  handlers: [...removalHandlers, ...removalQueueHandlers, ...flaggerHandlers],
  erasures: removalErasures,
}
