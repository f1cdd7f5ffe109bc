import type { Feature } from '../../../api/feature.ts'
import { appealHandlers } from './appeals.server.ts'
import { approvalHandlers } from './approvals.server.ts'
import { decisionHandlers, decisionJob, standingJob } from './decide.server.ts'
import { enforcementCollections, enforcementErasures } from './leaving.sql.ts'
import { ownDecisionHandlers } from './own-decisions.server.ts'

export const decisions: Feature = {
  room: 'staff/decisions',
  handlers: [...decisionHandlers, ...appealHandlers, ...ownDecisionHandlers, ...approvalHandlers],
  jobs: [decisionJob, standingJob],
  erasures: enforcementErasures,
  collections: enforcementCollections,
}
