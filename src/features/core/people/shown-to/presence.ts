import { DAY, MINUTE } from '#lib/clock.ts'

/** A member seen within this time is online; visits are recorded once a minute. */
export const ONLINE_FOR = 5 * MINUTE
const NEW_FOR = 7 * DAY

export function isOnline(lastSeenAt: Date, at: Date): boolean {
  return at.getTime() - lastSeenAt.getTime() < ONLINE_FOR
}

export function isNew(joinedAt: Date, at: Date): boolean {
  return at.getTime() - joinedAt.getTime() < NEW_FOR
}

/** When somebody was last seen, rounded for privacy. */
export function lastSeenInWords(lastSeenAt: Date, at: Date): string {
  if (isOnline(lastSeenAt, at)) return 'online now'
  const days = (at.getTime() - lastSeenAt.getTime()) / DAY
  if (days < 1) return 'here today'
  if (days < 7) return 'here this week'
  return days < 31 ? 'here this month' : 'here some time ago'
}
