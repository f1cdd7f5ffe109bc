import { DAY } from '#lib/clock.ts'

/** Specification §9: 'Expires after N day(s)'. A started day counts as a full day. */
export function expiryNotice(expiresAt: Date, at: Date): string {
  const days = Math.max(0, Math.ceil((expiresAt.getTime() - at.getTime()) / DAY))
  return `Expires after ${days} day${days === 1 ? '' : 's'}`
}

/** Behind the number of its credits: `24 credits: expires after 60 days`. */
export function lotInWords({ expiry }: { expiry: string | null }): string {
  const words = expiry ?? 'Never expires'
  return `${words.charAt(0).toLowerCase()}${words.slice(1)}`
}
