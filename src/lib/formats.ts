const dates = new Map<string, Intl.DateTimeFormat>()
const sums = new Map<string, Intl.NumberFormat>()

/**
 * The one formatter of a locale and its options. Constructing one takes 50 µs and native memory that the garbage
 * collector does not count: a list of messages made eighty.
 */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options])
  const format = dates.get(key) ?? new Intl.DateTimeFormat(locale, options)
  dates.set(key, format)
  return format
}

/** The same for sums in a currency, by its ISO code. */
export function moneyFormat(currency: string): Intl.NumberFormat {
  const format = sums.get(currency) ?? new Intl.NumberFormat('en-GB', { style: 'currency', currency })
  sums.set(currency, format)
  return format
}
