import type { Feature } from '../../../api/feature.ts'
import { fraudReviewJob, fraudSweepJob } from './fraud.server.ts'
import { fraudAging, fraudCollections, fraudErasures } from './leaving.sql.ts'

export const rules: Feature = {
  room: 'core/rules',
  jobs: [fraudReviewJob, fraudSweepJob],
  erasures: fraudErasures,
  aging: fraudAging,
  collections: fraudCollections,
}
