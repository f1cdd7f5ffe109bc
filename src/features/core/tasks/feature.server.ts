import type { Feature } from '../../../api/feature.ts'
import { type Kinds, verdictHandlers, verdictJob } from './verdicts.server.ts'

export const tasks = (verdicts: Kinds): Feature => ({
  room: 'core/tasks',
  handlers: verdictHandlers(verdicts),
  jobs: [verdictJob(verdicts)],
})
