import { DAY, HOUR, later } from '#lib/clock.ts'

export const LASTS = ['hour', 'day', 'week', 'always'] as const
export type Lasts = (typeof LASTS)[number]

const lengths: Record<Lasts, number | null> = { hour: HOUR, day: DAY, week: 7 * DAY, always: null }
export const lastsInWords: Record<Lasts, string> = {
  hour: 'an hour',
  day: 'a day',
  week: 'a week',
  always: 'until I take it back',
}

export function endOf(lasts: Lasts, at: Date): Date | null {
  const length = lengths[lasts]
  return length === null ? null : later(at, length)
}

export function whatToAsk(seen: {
  publicPhotos: number
  privatePhotos: number
  isGranted: boolean
}): 'toSeePrivate' | 'toAddOne' | null {
  if (seen.privatePhotos > 0) return seen.isGranted ? null : 'toSeePrivate'
  return seen.publicPhotos === 0 ? 'toAddOne' : null
}
