import { DAY } from '#lib/clock.ts'

/**
 * How long a member keeps access after a declined renewal. A free trial, of which nothing was paid,
 * has none.
 */
export const GRACE = 7 * DAY

/**
 * What follows a declined renewal, by days since. Three retries in 14 days stay below the card
 * schemes' limits. `retry` is for processors that leave it to us.
 */
export const steps = [
  { day: 0, does: 'tell' },
  { day: 3, does: 'retry' },
  { day: 6, does: 'retry' },
  { day: 7, does: 'warn' },
  { day: 13, does: 'retry' },
  { day: 14, does: 'end' },
] as const

/** Card schemes forbid to charge such a card again. */
const hopeless = new Set(['stolenCard'])

export function isRetried(reason: string | null): boolean {
  return reason === null || !hopeless.has(reason)
}

/**
 * Milliseconds from a step to the next: a late step delays those after it, so that they never come
 * all at once.
 */
export function pauseAfter(step: number): number | null {
  const [now, next] = [steps[step], steps[step + 1]]
  return now && next ? (next.day - now.day) * DAY : null
}
