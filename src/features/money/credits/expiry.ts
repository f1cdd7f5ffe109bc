import { DAY } from '../../../lib/clock.ts'

/** Specification §9: 'Expires after N day(s)'. A started day counts as a full day. */
export function expiryNotice(expiresAt: Date, at: Date): string {
  const days = Math.max(0, Math.ceil((expiresAt.getTime() - at.getTime()) / DAY))
  return `Expires after ${days} day${days === 1 ? '' : 's'}`
}
