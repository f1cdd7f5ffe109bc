import { hearing } from '#api/domain-events.server.ts'
import type { Feature } from '#api/feature.ts'
import { introduced } from '../people/events.server.ts'
import { observeProfile } from './fraud.server.ts'
import { fraudReviewJob, fraudSweepJob } from './fraud.server.ts'
import { fraudAging, fraudCollections, fraudErasures } from './leaving.sql.ts'

export const rules: Feature = {
  room: 'core/rules',
  jobs: [fraudReviewJob, fraudSweepJob],
  erasures: fraudErasures,
  aging: fraudAging,
  collections: fraudCollections,
  hears: [hearing(introduced, observeProfile)],
}
