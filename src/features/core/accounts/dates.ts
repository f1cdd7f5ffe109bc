import { dateFormat } from '../../../lib/formats.ts'

export const DEFAULT_LOCALE = 'en-GB'

/** `22 November 2026 at 14:05` in a member's own language; in UTC, which the words say. */
export function momentIn(locale: string | null, at: Date): string {
  return `${dateFormat(locale ?? DEFAULT_LOCALE, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`
}

export function dayIn(locale: string | null, at: Date): string {
  return dateFormat(locale ?? DEFAULT_LOCALE, { dateStyle: 'long', timeZone: 'UTC' }).format(at)
}
