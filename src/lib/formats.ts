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

export const moneyFormat = (currency: string): Intl.NumberFormat => sumsIn(currency, {})

/** `US$1.2K`. */
export const compactMoneyFormat = (currency: string): Intl.NumberFormat =>
  sumsIn(currency, { notation: 'compact', maximumFractionDigits: 1 })

function sumsIn(currency: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${currency} ${options.notation ?? ''}`
  const format =
    sums.get(key) ?? new Intl.NumberFormat('en-GB', { style: 'currency', currency, ...options })
  sums.set(key, format)
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

/** `20 Nov 2026, 12:00 UTC`, for staff, who work in different time zones. */
export function shortMoment(at: Date): string {
  return `${dateFormat(DEFAULT_LOCALE, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`
}

export function dayIn(locale: string | null, at: Date): string {
  return dateFormat(locale ?? DEFAULT_LOCALE, { dateStyle: 'long', timeZone: 'UTC' }).format(at)
}
