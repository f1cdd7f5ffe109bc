import { later, MINUTE } from '#lib/clock.ts'

/** As far as clocks may differ (decisions §6). */
const MOST_AHEAD = 5 * MINUTE

/**
 * Nothing has happened that is still to come: an event of next year would silence all that happens
 * before it.
 */
export function isAhead(occurredAt: Date, at: Date): boolean {
  return occurredAt > later(at, MOST_AHEAD)
}

export const AHEAD = 'This happens later than five minutes from now.'
