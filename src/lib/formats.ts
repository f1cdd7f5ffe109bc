const dates = new Map<string, Intl.DateTimeFormat>()
const sums = new Map<string, Intl.NumberFormat>()
const digits = new Map<string, number>()

/**
 * Cached: constructing a formatter takes 50 µs and native memory that the garbage collector does
 * not count.
 */
export function dateFormat(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options])
  const format = dates.get(key) ?? new Intl.DateTimeFormat(locale, options)
  dates.set(key, format)
  return format
}

export function moneyFormat(currency: string): Intl.NumberFormat {
  const format =
    sums.get(currency) ?? new Intl.NumberFormat('en-GB', { style: 'currency', currency })
  sums.set(currency, format)
  return format
}

/** How many digits stand behind the point: 2 of USD, none of JPY. To ask for them takes 10 µs. */
export function minorDigits(currency: string): number {
  const known = digits.get(currency)
  if (known !== undefined) return known
  const { maximumFractionDigits = 2 } = moneyFormat(currency).resolvedOptions()
  digits.set(currency, maximumFractionDigits)
  return maximumFractionDigits
}

export const DEFAULT_LOCALE = 'en-GB'

/** `22 November 2026 at 14:05` in a member's own language; in UTC, which the words say. */
export function momentIn(locale: string | null, at: Date): string {
  return `${dateFormat(locale ?? DEFAULT_LOCALE, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`
}

export function dayIn(locale: string | null, at: Date): string {
  return dateFormat(locale ?? DEFAULT_LOCALE, { dateStyle: 'long', timeZone: 'UTC' }).format(at)
}
