import { DAY, later } from '#lib/clock.ts'

/** UTC: after the evening's rush, and after most processors' renewals. */
const HOUR_OF_NIGHT = 3

/** The last one that has begun. */
export function nightOf(at: Date): Date {
  const night = new Date(
    Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), HOUR_OF_NIGHT),
  )
  return night > at ? later(night, -DAY) : night
}
