import type { Feature } from '#api/feature.ts'
import { agingJob, erasureJob, retentionJob } from './erasure.server.ts'
import { exportJob } from './export-job.server.ts'
import { exportDoor, exportHandlers } from './export.server.ts'
import { leavingHandlers } from './leaving.server.ts'

export const leaving: Feature = {
  room: 'members/leaving',
  handlers: [...leavingHandlers, ...exportHandlers],
  jobs: [exportJob, erasureJob, retentionJob, agingJob],
  doors: [exportDoor],
}
