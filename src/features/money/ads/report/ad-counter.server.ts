import type { Services } from '#api/services.server.ts'
import { counterOf } from '#jobs/counter.server.ts'
import type { Job } from '#jobs/worker.server.ts'
import { HOUR } from '#lib/clock.ts'
import { type AdCount, addCounts, deleteCounts, keyOf } from '../ads.sql.ts'
import { firstCountedDay } from './ad-report.ts'

/** The views of an ad on a day are one row, for which thousands would wait. */
const counter = counterOf<AdCount>(
  'adCounts',
  (counts, one) => {
    const key = keyOf(one)
    counts.set(key, { ...one, count: one.count + (counts.get(key)?.count ?? 0) })
  },
  ({ db }, batch) => addCounts(db, batch),
)
export const adCountJob = counter.job

/** Requests in progress count after the last write; each writes its own. */
export async function countAd(
  services: Pick<Services, 'database' | 'db'>,
  seen: Omit<AdCount, 'count'>,
): Promise<void> {
  const one = { ...seen, count: 1 }
  if (!counter.count(services, one)) await addCounts(services.db, [one])
}

/** Keeps the table at the days that staff see. */
export const adSweepJob: Job = {
  name: 'adSweep',
  period: 6 * HOUR,
  start: ({ db, clock }) => ({ run: () => deleteCounts(db, firstCountedDay(clock.now())) }),
}
