import { inBatches, type Job } from '#jobs/worker.server.ts'
import { later, MINUTE } from '#lib/clock.ts'
import { sweepEvents, sweepForeignEvents } from './member-events.sql.ts'

/** Longer than a stream may come back for what it missed (position.server.ts). */
const KEPT = 6 * MINUTE

export const eventSweepJob: Job = {
  name: 'eventSweep',
  period: MINUTE,
  start: ({ db, clock }) => ({
    async run(stopping) {
      const before = later(clock.now(), -KEPT)
      await inBatches(stopping, (most) => sweepEvents(db, before, most))
      await sweepForeignEvents(db)
    },
  }),
}
