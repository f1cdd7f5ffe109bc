import { plusDays, plusMonths } from '#core/figures/days.ts'
import { dateFormat } from '#lib/formats.ts'

type By = 'day' | 'month'

/** A point of a line, counted from the first, in words. */
export const bucketIn = (by: By): Intl.DateTimeFormat =>
  dateFormat('en-GB', {
    ...(by === 'day' ? { day: 'numeric' } : {}),
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })

export const bucketOf = (from: string, by: By, index: number): Date =>
  new Date(by === 'day' ? plusDays(from, index) : plusMonths(from, index))
