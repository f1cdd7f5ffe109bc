import { sweepAnswers } from '../api/idempotency.server.ts'
import { DAY, HOUR, later } from '../lib/clock.ts'
import { inBatches, type Job } from './worker.server.ts'

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
