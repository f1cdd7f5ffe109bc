import type { Feature } from '#api/feature.ts'
import { accessHandlers } from './accesses.server.ts'
import { auditSealJob } from './chain.server.ts'
import { auditHeadJob } from './heads.server.ts'
import { auditCollections, auditErasures } from './leaving.sql.ts'

export const audit: Feature = {
  room: 'core/audit',
  handlers: accessHandlers,
  jobs: [auditSealJob, auditHeadJob],
  erasures: auditErasures,
  collections: auditCollections,
}
