import { DAY } from './clock.ts'

const partsIn = (zone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
  })

/** By how many milliseconds the clocks of a time zone are ahead of UTC. */
function offsetAt(time: number, zone: string): number {
  const [, day = '', month = '', year = '', hour = '', minute = '', second = ''] =
    /^(\d+)\/(\d+)\/(\d+), (\d+):(\d+):(\d+)$/.exec(partsIn(zone).format(time)) ?? []
  const local = Date.UTC(+year, +month - 1, +day, +hour, +minute, +second)
  return local - Math.floor(time / 1000) * 1000
}

/**
 * The moment of a local time as `2027-01-31T09:30`: the first of two where clocks go back, null
 * where they go forward past it, and of what is no time.
 */
export function instantOf(local: string, zone: string): Date | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::\d\d)?$/.exec(local)
  if (!match) return null
  const [, year, month, day, hour, minute] = match.map(Number) as [number, ...number[]]
  const wanted = Date.UTC(year ?? 0, (month ?? 0) - 1, day, hour, minute)
  if (new Date(wanted).toISOString().slice(0, 16) !== local.slice(0, 16)) return null
  const found = [wanted - DAY, wanted + DAY]
    .map((near) => wanted - offsetAt(near, zone))
    .filter((time) => time + offsetAt(time, zone) === wanted)
  return found.length === 0 ? null : new Date(Math.min(...found))
}

/** A moment as a form's field of local time takes it: `2027-01-31T09:30`. */
export function localTimeOf(at: Date, zone: string): string {
  return new Date(at.getTime() + offsetAt(at.getTime(), zone)).toISOString().slice(0, 16)
}

/** `Sunday, 31 January 2027 at 09:30, time of London`. */
export function zonedInWords(at: Date, zone: string): string {
  const words = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    dateStyle: 'full',
    timeStyle: 'short',
  }).format(at)
  return `${words}, time of ${placeOf(zone)}`
}

export function dayInWords(at: Date, zone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'long' }).format(at)
}

export function placeOf(zone: string): string {
  return zone.replace(/^.*\//, '').replaceAll('_', ' ')
}
