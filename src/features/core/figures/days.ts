import { DAY } from '#lib/clock.ts'
import { dateFormat } from '#lib/formats.ts'

export const spans = [7, 30, 90, 365] as const
export type SumSpan = (typeof spans)[number]

/** Both are days, `until` the first that is not of it. */
export type DayRange = { from: string; until: string }
/** `isMonths`: whole months, of which the sums are kept. `sign`: -1 where they are taken off. */
export type SumRange = DayRange & { isMonths: boolean; sign: 1 | -1 }

const day = (time: number) => new Date(time).toISOString().slice(0, 10)
const timeOf = (text: string) => Date.parse(`${text}T00:00:00Z`)

export const plusDays = (text: string, days: number): string => day(timeOf(text) + days * DAY)

const monthOf = (text: string) => `${text.slice(0, 7)}-01`

export function plusMonths(text: string, months: number): string {
  const at = new Date(timeOf(monthOf(text)))
  return day(at.setUTCMonth(at.getUTCMonth() + months))
}

export function dayAt(at: Date, zone: string): string {
  return dateFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(at)
}

/** The last days before `today`, which are whole, and as many before them. */
export function spanOf(today: string, days: SumSpan): { now: DayRange; before: DayRange } {
  const from = plusDays(today, -days)
  return { now: { from, until: today }, before: { from: plusDays(from, -days), until: from } }
}

export const asDays = (range: DayRange): SumRange => ({ ...range, isMonths: false, sign: 1 })

/**
 * What is long is read as whole months and, at both ends, the days that are too few or too many:
 * far fewer rows.
 */
export function sumRanges(range: DayRange, days: SumSpan): SumRange[] {
  if (days < 90) return [asDays(range)]
  const [first, last] = [nearestMonth(range.from), nearestMonth(range.until)]
  return [
    ...daysUpTo(range.from, first),
    { from: first, until: last, isMonths: true, sign: 1 },
    ...daysUpTo(last, range.until),
  ]
}

function nearestMonth(at: string): string {
  const next = plusMonths(at, 1)
  const isNextNearer = 2 * timeOf(at) > timeOf(monthOf(at)) + timeOf(next)
  return isNextNearer ? next : monthOf(at)
}

function daysUpTo(from: string, until: string): SumRange[] {
  if (from === until) return []
  return from < until
    ? [asDays({ from, until })]
    : [{ ...asDays({ from: until, until: from }), sign: -1 }]
}

/** What a line has a point for: each day, of a year each month. */
export function bucketsOf({ from, until }: DayRange, days: SumSpan): string[] {
  const buckets: string[] = []
  let at = days < 365 ? from : monthOf(from)
  while (at < until) {
    buckets.push(at)
    at = days < 365 ? plusDays(at, 1) : plusMonths(at, 1)
  }
  return buckets
}
