import { ApiError } from '../api/errors.ts'
import { type Clock, SECOND } from '../lib/clock.ts'

/** Where so many reads have been in work for so long, whoever comes now would wait longer still. */
const LATE = 2 * SECOND
const MOST_LATE = 100
/** Seconds, spread: those who are refused together do not come again together. */
const RETRY = { least: 2, most: 6 }

export type Overload = {
  /** Counts a read until the function that it returns is called. */
  begin(): () => void
  /** Looks at no more than the hundred oldest reads. */
  isOver(): boolean
}

/**
 * Whether the process is behind. Only reads tell: what else takes long may wait for a slow sender,
 * or for somebody else's service.
 */
export function createOverload(clock: Clock): Overload {
  /** In the order in which they came. */
  const reads = new Set<{ since: number }>()
  return {
    begin() {
      const read = { since: clock.now().getTime() }
      reads.add(read)
      return () => void reads.delete(read)
    },
    isOver() {
      if (reads.size < MOST_LATE) return false
      const now = clock.now().getTime()
      let late = 0
      for (const { since } of reads) {
        if (now - since < LATE) return false
        late += 1
        if (late === MOST_LATE) return true
      }
      return false
    },
  }
}

export function overloaded(): ApiError {
  const { least, most } = RETRY
  return new ApiError('busy', {
    detail: 'Too many people are here at this moment. Please try again in a few seconds.',
    headers: { 'Retry-After': String(least + Math.floor(Math.random() * (most - least + 1))) },
  })
}
