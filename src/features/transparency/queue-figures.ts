/** The days of which the page can show figures. */
export const SPANS = [7, 30, 90] as const
export type SpanDays = (typeof SPANS)[number]

/** Hours in words that are short: `45 min`, `3.2 h`, `4 days`. */
export function hoursInWords(hours: number | null): string {
  if (hours === null) return '–'
  if (hours < 1) return `${Math.round(hours * 60)} min`
  return hours < 48 ? `${Math.round(hours * 10) / 10} h` : `${Math.round(hours / 24)} days`
}

export function figuresPath(days: SpanDays): string {
  return days === 30 ? '/staff/figures' : `/staff/figures?days=${days}`
}
