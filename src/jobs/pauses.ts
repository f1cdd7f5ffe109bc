import { HOUR, SECOND } from '../lib/clock.ts'

const LONGEST = HOUR

/**
 * What a job's run has failed at by a fault of ours, in this process: it is tried again after 4 s,
 * 8 s and so on, up to an hour, and keeps nothing else waiting meanwhile.
 */
export type Pauses = {
  /**
   * The first `most` that are due and in no pause; `read` gives as many as it is asked for, in
   * their order.
   */
  due(at: Date, most: number, read: (most: number) => Promise<readonly number[]>): Promise<number[]>
  /** Tells `failed` how often it was tried by now. */
  attempt(
    id: number,
    at: Date,
    work: () => Promise<void>,
    failed: (error: unknown, tries: number) => void,
  ): Promise<void>
}

export function createPauses(): Pauses {
  const failures = new Map<number, { tries: number; until: number }>()
  return {
    async due(at, most, read) {
      const time = at.getTime()
      // What was not tried at its time is no longer due.
      for (const [id, { until }] of failures) if (until + LONGEST < time) failures.delete(id)
      const ids = await read(most + failures.size)
      return ids.filter((id) => (failures.get(id)?.until ?? 0) <= time).slice(0, most)
    },
    async attempt(id, at, work, failed) {
      try {
        await work()
        failures.delete(id)
      } catch (error) {
        const tries = (failures.get(id)?.tries ?? 0) + 1
        failures.set(id, {
          tries,
          until: at.getTime() + Math.min(2 * SECOND * 2 ** tries, LONGEST),
        })
        failed(error, tries)
      }
    },
  }
}
