import type { Services } from '../api/services.server.ts'
import type { OpenDatabase } from '../db/connection.server.ts'
import { SECOND } from '../lib/clock.ts'
import type { Job } from './worker.server.ts'

/** Milliseconds between two writes. A killed process loses what it counted since the last one. */
const PERIOD = 5 * SECOND

type Counter<One> = {
  /** Adds to what this process has counted and not written; false where nothing would write it. */
  count(services: Pick<Services, 'database'>, one: One): boolean
  job: Job
}

/** What a process counts in memory, since a statement for each would cost more than what is counted. */
export function counterOf<One>(
  name: string,
  keep: (counts: Map<string, One>, one: One) => void,
  write: (services: Services, batch: readonly One[]) => Promise<void>,
): Counter<One> {
  const waiting = new WeakMap<OpenDatabase, Map<string, One>>()
  return {
    count({ database }, one) {
      const counts = waiting.get(database)
      if (counts) keep(counts, one)
      return counts !== undefined
    },
    job: {
      name,
      period: PERIOD,
      start(services) {
        const counts = new Map<string, One>()
        waiting.set(services.database, counts)
        const run = async (): Promise<void> => {
          const batch = [...counts.values()]
          counts.clear()
          try {
            await write(services, batch)
          } catch (error) {
            for (const one of batch) keep(counts, one)
            throw error
          }
        }
        return {
          run,
          async close() {
            waiting.delete(services.database)
            await run()
          },
        }
      },
    },
  }
}
