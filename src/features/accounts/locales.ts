import { dateFormat } from '../../lib/formats.ts'

/** The language of dates and times where a member has chosen none. */
export const DEFAULT_LOCALE = 'en-GB'

/** The languages of dates and times, as BCP 47. */
export const locales = [
  { value: 'en-GB', label: 'English (United Kingdom)' },
  { value: 'en-US', label: 'English (United States)' },
  { value: 'en-CA', label: 'English (Canada)' },
  { value: 'da', label: 'Dansk' },
  { value: 'de', label: 'Deutsch' },
  { value: 'es', label: 'Español' },
  { value: 'fr', label: 'Français' },
  { value: 'it', label: 'Italiano' },
  { value: 'nl', label: 'Nederlands' },
  { value: 'nb', label: 'Norsk' },
  { value: 'pl', label: 'Polski' },
  { value: 'pt', label: 'Português' },
  { value: 'sv', label: 'Svenska' },
  { value: 'fi', label: 'Suomi' },
] as const

export const localeValues = locales.map(({ value }) => value)

/** `22 November 2026 at 14:05` in a member's own language; in UTC, which the words say. */
export function momentIn(locale: string | null, at: Date): string {
  return `${dateFormat(locale ?? DEFAULT_LOCALE, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`
}

export function dayIn(locale: string | null, at: Date): string {
  return dateFormat(locale ?? DEFAULT_LOCALE, { dateStyle: 'long', timeZone: 'UTC' }).format(at)
}
