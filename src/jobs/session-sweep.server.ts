import { sweepClosedSessions } from '../api/closed-sessions.server.ts'
import { sweepHits } from '../api/limits.server.ts'
import { sweepSessions } from '../api/sessions.sql.ts'
import { HOUR } from '../lib/clock.ts'
import { inBatches, type Job } from './worker.server.ts'

export const sessionSweepJob: Job = {
  name: 'sessionSweep',
  period: HOUR,
  start: ({ db, clock }) => ({
    async run(stopping) {
      const at = clock.now()
      await inBatches(stopping, (most) => sweepSessions(db, at, most))
      await inBatches(stopping, (most) => sweepClosedSessions(db, at, most))
      await inBatches(stopping, (most) => sweepHits(db, at, most))
    },
  }),
}
