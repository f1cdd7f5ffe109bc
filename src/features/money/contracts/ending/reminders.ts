import { DAY, HOUR, later } from '#lib/clock.ts'

type Row = { when: (period: Period) => boolean; before: number }
export type Period = { isTrial: boolean; days: number; since: Date; until: Date }

const HALF_A_YEAR = 180 * DAY

/** How long before a renewal its reminder is sent; the first row that matches. */
const rows: readonly Row[] = [
  // A free day cannot be reminded of three days before its end.
  { when: ({ isTrial }) => isTrial, before: 12 * HOUR },
  // Six months and more: 15 to 45 days before each renewal.
  { when: ({ days }) => days * DAY >= HALF_A_YEAR, before: 21 * DAY },
  // Shorter plans: every six months.
  { when: ({ since, until }) => until.getTime() - since.getTime() >= HALF_A_YEAR, before: 7 * DAY },
]

/**
 * When to remind of the renewal at the end of a paid period; `since`: the last reminder, or the
 * beginning.
 */
export function reminderOf(period: Period): Date | null {
  const row = rows.find(({ when }) => when(period))
  return row ? later(period.until, -row.before) : null
}
