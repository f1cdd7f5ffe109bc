import { hearing } from '#api/domain-events.server.ts'
import type { Feature } from '#api/feature.ts'
import { requestAnswered, requestDecided } from '../decisions/events.server.ts'
import { endByDecision, refuseUnnamed } from './decided.server.ts'
import { flaggerHandlers } from './flaggers.server.ts'
import { removalErasures } from './leaving.sql.ts'
import { removalQueueHandlers } from './removal-queue.server.ts'
import { removalHandlers } from './removals.server.ts'

export const removals: Feature = {
  room: 'staff/removals',
  handlers: [...removalHandlers, ...removalQueueHandlers, ...flaggerHandlers],
  erasures: removalErasures,
  hears: [hearing(requestDecided, refuseUnnamed), hearing(requestAnswered, endByDecision)],
}
