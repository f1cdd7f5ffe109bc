import type { Feature } from '../../../api/feature.ts'
import { auditSealJob } from './chain.server.ts'
import { auditHeadJob } from './heads.server.ts'
import { auditCollections, auditErasures } from './leaving.sql.ts'
import { lookHandlers } from './accesses.server.ts'

export const audit: Feature = {
  room: 'core/audit',
  handlers: lookHandlers,
  jobs: [auditSealJob, auditHeadJob],
  erasures: auditErasures,
  collections: auditCollections,
}
