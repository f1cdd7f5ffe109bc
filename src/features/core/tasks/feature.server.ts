import type { Feature } from '#api/feature.ts'
import { type Kinds, verdictJob } from './verdicts.server.ts'

export const tasks = (verdicts: Kinds): Feature => ({
  room: 'core/tasks',
  jobs: [verdictJob(verdicts)],
})
