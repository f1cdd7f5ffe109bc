import { DAY, later } from '#lib/clock.ts'

/** How long a visit may be, and how far ahead it may begin, in days. */
export const MOST_DAYS = 90
export const MOST_AHEAD = 365

export type StayDays = { from: string; until: string }

export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** `2027-02-30` is no day. */
function isDay(text: string): boolean {
  const read = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(read.getTime()) && dayOf(read) === text
}

/** What is wrong with the days of a visit: the field and the words for it; null if nothing is. */
export function wrongDays(
  { from, until }: StayDays,
  at: Date,
): { field: 'from' | 'until'; message: string } | null {
  if (!isDay(from)) return { field: 'from', message: 'Please choose the first day.' }
  if (!isDay(until)) return { field: 'until', message: 'Please choose the last day.' }
  if (until < from) return { field: 'until', message: 'The last day is before the first one.' }
  if (until < dayOf(at)) return { field: 'until', message: 'These days have passed.' }
  if (from > dayOf(later(at, MOST_AHEAD * DAY)))
    return { field: 'from', message: 'Please choose a first day within a year.' }
  if (until > dayOf(later(new Date(from), (MOST_DAYS - 1) * DAY)))
    return {
      field: 'until',
      message: `A visit lasts at most ${MOST_DAYS} days. For longer, move there.`,
    }
  return null
}

/** Where others see a member visiting, and until when; the coordinates are those of a cell. */
export type Stay = { placeName: string; latitude: number; longitude: number; until: string }
