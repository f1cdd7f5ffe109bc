import { answering } from '#api/domain-events.server.ts'
import type { Feature } from '#api/feature.ts'
import { closedBy } from '#core/accounts/events.server.ts'
import { appealHandlers } from './appeals/appeals.server.ts'
import { closedTo } from './closures.server.ts'
import { decisionHandlers, decisionJob, standingJob } from './deciding/decide.server.ts'
import { enforcementCollections, enforcementErasures } from './leaving.sql.ts'
import { ownDecisionHandlers } from './own-decisions/own-decisions.server.ts'
import { decisionCount } from './own-decisions/own-decisions.sql.ts'
import { photoStatements } from './statements/photo-statements.server.ts'

export const decisions: Feature = {
  room: 'staff/decisions',
  handlers: [...decisionHandlers, ...appealHandlers, ...ownDecisionHandlers],
  jobs: [decisionJob, standingJob],
  erasures: enforcementErasures,
  collections: enforcementCollections,
  ownCounts: [decisionCount],
  answers: [
    answering(closedBy, (services, _, { account, brand, at }) =>
      closedTo(services, account, brand, at),
    ),
    photoStatements,
  ],
}
