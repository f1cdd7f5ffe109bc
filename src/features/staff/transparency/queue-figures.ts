/** The days of which the page can show figures. */
export const SPANS = [7, 30, 90] as const
export type SpanDays = (typeof SPANS)[number]

/** Hours in words that are short: `45 min`, `3.2 h`, `4 days`. */
export function hoursInWords(hours: number | null): string {
  if (hours === null) return '–'
  if (hours < 1) return `${Math.round(hours * 60)} min`
  return hours < 48 ? `${Math.round(hours * 10) / 10} h` : `${Math.round(hours / 24)} days`
}

/**
 * What the house aims at, in hours from the opening of a task to its decision; the law gives a
 * removal 48.
 */
const medianAims: Readonly<Partial<Record<string, number>>> = { removals: 1 }

/**
 * A median with the aim beside it, where its queue has one: `45 min (aim 1 h)`, `2.5 h (aim 1 h:
 * missed)`.
 */
export function medianWithAim(queue: string, hours: number | null): string {
  const aim = medianAims[queue]
  if (aim === undefined) return hoursInWords(hours)
  return `${hoursInWords(hours)} (aim ${hoursInWords(aim)}${hours !== null && hours > aim ? ': missed' : ''})`
}

export function figuresPath(days: SpanDays): string {
  return days === 30 ? '/staff/figures' : `/staff/figures?days=${days}`
}
