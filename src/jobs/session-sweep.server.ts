import { sweepHits } from '../api/limits.server.ts'
import { sweepSessions } from '../api/session.server.ts'
import { HOUR } from '../lib/clock.ts'
import type { Job } from './worker.server.ts'

/** Forgets what the kernel need not know any more of who came: ended sessions, and counts that are over. */
export const sessionSweepJob: Job = {
  name: 'sessionSweep',
  period: HOUR,
  start: ({ db, clock }) => ({
    async run() {
      const at = clock.now()
      await sweepSessions(db, at)
      await sweepHits(db, at)
    },
  }),
}
