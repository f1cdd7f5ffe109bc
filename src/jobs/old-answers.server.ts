import { DAY, HOUR, later } from '../lib/clock.ts'
import type { Job } from './worker.server.ts'

/** How long an answer is kept for a client that did not hear it (api/idempotency). */
const KEPT = 2 * DAY

/** Forgets the answers that nobody will ask for again. */
export const oldAnswersJob: Job = {
  name: 'oldAnswers',
  period: HOUR,
  start: ({ db, clock }) => ({
    async run() {
      await db.deleteFrom('idempotency_keys').where('created_at', '<', later(clock.now(), -KEPT)).execute()
    },
  }),
}
