import { DAY } from '#lib/clock.ts'
import { dayIn } from '#lib/formats.ts'

export const DAYS_TO_COME_BACK = 14
/** Between a deletion, which hides an account at once, and its erasure. */
export const TIME_TO_COME_BACK = DAYS_TO_COME_BACK * DAY

/** Says when a deleted account is erased, and gives it back. */
export const COME_BACK = '/site/comeBack'

/** The last full day on which a deletion can be undone, as `5 December 2026`. */
export function eraseDay(eraseAt: Date): string {
  return dayIn(null, eraseAt)
}
