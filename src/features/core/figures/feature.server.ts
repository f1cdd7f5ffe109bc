import { hearing } from '#api/domain-events.server.ts'
import type { Feature } from '#api/feature.ts'
import { visited } from '#api/visits.server.ts'
import type { Job } from '#jobs/worker.server.ts'
import { HOUR, SECOND } from '#lib/clock.ts'
import { countActive } from './counting.sql.ts'
import { foldEntries, forgetCounted } from './folding.sql.ts'

const MOST_AT_ONCE = 5000

/** So late the sums are at most. */
const foldJob: Job = {
  name: 'figures',
  period: 10 * SECOND,
  start: ({ db }) => ({
    async run(stopping) {
      let taken = MOST_AT_ONCE
      while (taken === MOST_AT_ONCE && !stopping.aborted)
        taken = await db.transaction().execute((trx) => foldEntries(trx, MOST_AT_ONCE))
    },
  }),
}

const forgetJob: Job = {
  name: 'figures-forget',
  period: HOUR,
  start: ({ db, clock }) => ({
    async run(stopping) {
      let gone = MOST_AT_ONCE
      while (gone === MOST_AT_ONCE && !stopping.aborted)
        gone = await forgetCounted(db, clock.now(), MOST_AT_ONCE)
    },
  }),
}

export const figures: Feature = {
  room: 'core/figures',
  jobs: [foldJob, forgetJob],
  hears: [hearing(visited, (_, trx, visits) => countActive(trx, visits))],
}
