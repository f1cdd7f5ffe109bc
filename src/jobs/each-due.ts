import { HOUR, SECOND } from '../lib/clock.ts'

const LONGEST = HOUR

type Due = {
  /** How many a run does. */
  most: number
  /** What is due, as many as it is asked for, in their order. */
  read(at: Date, most: number): Promise<readonly number[]>
  work(id: number, at: Date): Promise<void>
  /** Tells how often it was tried by now. */
  failed(error: unknown, id: number, tries: number): void
}

/**
 * A run over what is due, one after the other. What failed by a fault of ours, in this process, is
 * tried again after 4 s, 8 s and so on, up to an hour, and keeps nothing else waiting meanwhile.
 */
export function eachDue({ most, read, work, failed }: Due) {
  const failures = new Map<number, { tries: number; until: number }>()
  return async (at: Date, stopping: AbortSignal): Promise<void> => {
    const time = at.getTime()
    // What was not tried at its time is no longer due.
    for (const [id, { until }] of failures) if (until + LONGEST < time) failures.delete(id)
    const ids = await read(at, most + failures.size)
    const ready = ids.filter((id) => (failures.get(id)?.until ?? 0) <= time).slice(0, most)
    for (const id of ready) {
      if (stopping.aborted) return
      try {
        await work(id, at)
        failures.delete(id)
      } catch (error) {
        const tries = (failures.get(id)?.tries ?? 0) + 1
        failures.set(id, { tries, until: time + Math.min(2 * SECOND * 2 ** tries, LONGEST) })
        failed(error, id, tries)
      }
    }
  }
}
