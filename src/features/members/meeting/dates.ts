import { DAY, HOUR, later, MINUTE } from '#lib/clock.ts'

/** How many hours after its beginning a date's link ends; the first is preselected. */
export const hoursAfter = [6, 3, 12, 24] as const

export const MAX_LINKS = 10
export const MAX_PLACE = 120
export const MAX_NOTE = 500
export const DAYS_AHEAD = 30
/** A date that has begun can still be shared. */
const BEGUN_FOR = 12 * HOUR
/** How long before its end a link's owner is asked whether they are back. */
export const CHECK_IN_BEFORE = HOUR

export const DATE_PATH = '/date/'
export const BACK_PATH = '/date/back/'
/** 192 random bits. */
export const TOKEN = /^[\w-]{32}$/

/** `2026-11-27T20:00`, as a field for date and time gives it. */
export const LOCAL_TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/

/**
 * The moment at which a clock that is `utcOffset` minutes ahead of UTC shows this time; null for no
 * such time.
 */
export function momentAt(localTime: string, utcOffset: number): Date | null {
  const time = LOCAL_TIME.exec(localTime)?.[0]
  if (time === undefined) return null
  const read = new Date(`${time}:00Z`)
  // `2026-02-31` is read as a day in March.
  if (Number.isNaN(read.getTime()) || read.toISOString().slice(0, 16) !== time) return null
  return later(read, -utcOffset * MINUTE)
}

/** What a clock shows that is `utcOffset` minutes ahead of UTC. */
export function localTimeAt(moment: Date, utcOffset: number): string {
  return later(moment, utcOffset * MINUTE)
    .toISOString()
    .slice(0, 16)
}

/**
 * Where no script says what the clock shows: the sun's time at a longitude, within an hour or two
 * of the clock's.
 */
export function solarOffset(longitude: number): number {
  return Math.round(longitude / 15) * 60
}

export function isShareable(moment: Date, now: Date): boolean {
  return moment >= later(now, -BEGUN_FOR) && moment <= later(now, DAYS_AHEAD * DAY)
}
