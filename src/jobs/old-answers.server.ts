import { sweepAnswers } from '../api/idempotency.server.ts'
import { DAY, HOUR, later } from '../lib/clock.ts'
import { inBatches, type Job } from './worker.server.ts'

/** How long answers are stored for a client's retry (api/idempotency). */
const KEPT = 2 * DAY

export const oldAnswersJob: Job = {
  name: 'oldAnswers',
  period: HOUR,
  start: ({ db, clock }) => ({
    run(stopping) {
      const before = later(clock.now(), -KEPT)
      return inBatches(stopping, (most) => sweepAnswers(db, before, most))
    },
  }),
}
