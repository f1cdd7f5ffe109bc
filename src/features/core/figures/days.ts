import { DAY } from '#lib/clock.ts'
import { dateFormat } from '#lib/formats.ts'

export const spans = [7, 30, 90, 365] as const
export type SumSpan = (typeof spans)[number]

/** Both are days, `until` the first that is not of it. */
export type DayRange = { from: string; until: string }
/** `isMonths`: whole months, of which the sums are kept. */
export type SumRange = DayRange & { isMonths: boolean }

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

/** The last days up to and with `today`, and as many before them. */
export function spanOf(today: string, days: SumSpan): { now: DayRange; before: DayRange } {
  const until = plusDays(today, 1)
  const from = plusDays(until, -days)
  return { now: { from, until }, before: { from: plusDays(from, -days), until: from } }
}

/** What is long is read as its whole months and the days around them: far fewer rows. */
export function sumRanges({ from, until }: DayRange, days: SumSpan): SumRange[] {
  if (days < 90) return [{ from, until, isMonths: false }]
  const first = from === monthOf(from) ? from : plusMonths(from, 1)
  const last = monthOf(until)
  return [
    { from, until: first, isMonths: false },
    { from: first, until: last, isMonths: true },
    { from: last, until, isMonths: false },
  ].filter((range) => range.from < range.until)
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
