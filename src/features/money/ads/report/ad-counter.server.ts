import type { Services } from '../../../../api/services.server.ts'
import type { OpenDatabase } from '../../../../db/connection.server.ts'
import type { Job } from '../../../../jobs/worker.server.ts'
import { HOUR, SECOND } from '../../../../lib/clock.ts'
import { type AdCount, addCounts, deleteCounts, keyOf } from '../ads.sql.ts'
import { firstCountedDay } from './ad-report.ts'

/**
 * Milliseconds between two writes of what a process has counted: the views of an ad on a day are
 * one row, for which thousands would wait. A killed process loses what it counted since the last
 * one.
 */
const PERIOD = 5 * SECOND

/** What a process has counted and not written; null where nothing would write it. */
const waiting = new WeakMap<OpenDatabase, Map<string, AdCount> | null>()

export async function countAd(
  { database, db }: Pick<Services, 'database' | 'db'>,
  seen: Omit<AdCount, 'count'>,
): Promise<void> {
  const counts = waiting.get(database)
  if (counts) keep(counts, { ...seen, count: 1 })
  else await addCounts(db, [{ ...seen, count: 1 }])
}

function keep(counts: Map<string, AdCount>, one: AdCount): void {
  const key = keyOf(one)
  counts.set(key, { ...one, count: one.count + (counts.get(key)?.count ?? 0) })
}

export const adCountJob: Job = {
  name: 'adCounts',
  period: PERIOD,
  start({ database, db }) {
    const counts = new Map<string, AdCount>()
    waiting.set(database, counts)
    const write = async (): Promise<void> => {
      const batch = [...counts.values()]
      counts.clear()
      try {
        await addCounts(db, batch)
      } catch (error) {
        for (const one of batch) keep(counts, one)
        throw error
      }
    }
    return {
      run: write,
      async close() {
        // Requests in progress count after this; each writes its own.
        waiting.set(database, null)
        await write()
      },
    }
  },
}

/** Keeps the table at the days that staff see. */
export const adSweepJob: Job = {
  name: 'adSweep',
  period: 6 * HOUR,
  start: ({ db, clock }) => ({ run: () => deleteCounts(db, firstCountedDay(clock.now())) }),
}
