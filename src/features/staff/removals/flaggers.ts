import { DAY } from '#lib/clock.ts'

export const FLAGGERS_PATH = '/staff/flaggers'
export const MAX_FLAGGER = 120

/**
 * DSA Art. 22: requests of trusted flaggers come before others of their kind, and are decided
 * without undue delay.
 */
export const TRUSTED_DUE = DAY
/** Less than the next kind is above, and never that of what is hard to look at. */
const TRUSTED_MORE = 4

export function trustedPriority(priority: number): number {
  return priority >= 95 ? priority : priority + TRUSTED_MORE
}
