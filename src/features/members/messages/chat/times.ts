import { DAY, MINUTE } from '#lib/clock.ts'
import { dateFormat } from '#lib/formats.ts'

/**
 * Current time and time zone of the reader, and the language that they chose for dates; `zone` is
 * UTC until hydration.
 */
export type Reader = { now: Date; zone: string; locale: string }

export function dayOf(instant: string, zone: string): string {
  // On the server, for every message and conversation of a page: formatting takes a hundred times
  // longer.
  if (zone === 'UTC') return instant.slice(0, 10)
  const parts = dateFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return parts.format(new Date(instant))
}

export function dayInWords(instant: string, { now, zone, locale }: Reader): string {
  const day = dayOf(instant, zone)
  if (day === dayOf(now.toISOString(), zone)) return 'Today'
  if (day === dayOf(new Date(now.getTime() - DAY).toISOString(), zone)) return 'Yesterday'
  const isRecent = now.getTime() - new Date(instant).getTime() < 180 * DAY
  const format: Intl.DateTimeFormatOptions = isRecent
    ? { weekday: 'long', day: 'numeric', month: 'long' }
    : { day: 'numeric', month: 'long', year: 'numeric' }
  return dateFormat(locale, { timeZone: zone, ...format }).format(new Date(instant))
}

export function timeOfDay(
  instant: string,
  { zone, locale }: Pick<Reader, 'zone' | 'locale'>,
): string {
  return dateFormat(locale, { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(
    new Date(instant),
  )
}

/** Returns the short time of an inbox row: `now`, `14:05`, `Yesterday`, `16 Nov`, `3 Mar 2025`. */
export function shortTime(instant: string, { now, zone, locale }: Reader): string {
  const passed = now.getTime() - new Date(instant).getTime()
  if (passed < MINUTE) return 'now'
  const day = dayInWords(instant, { now, zone, locale })
  if (day === 'Today') return timeOfDay(instant, { zone, locale })
  if (day === 'Yesterday') return day
  const format: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'short',
    ...(passed < 180 * DAY ? {} : { year: 'numeric' }),
  }
  return dateFormat(locale, { timeZone: zone, ...format }).format(new Date(instant))
}
