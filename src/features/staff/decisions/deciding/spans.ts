/** A stretch of time, without its end. */
export type Span = { from: Date; to: Date }

/**
 * What is left of a stretch of time without others, which may meet or overlap; the earliest first.
 */
export function without(span: Span, others: readonly Span[]): Span[] {
  let left = span.from < span.to ? [span] : []
  for (const { from, to } of others) {
    left = left.flatMap((one) => {
      const [before, after] = [
        { from: one.from, to: earlier(one.to, from) },
        { from: later(one.from, to), to: one.to },
      ]
      return from >= to ? [one] : [before, after].filter((part) => part.from < part.to)
    })
  }
  return left
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other)
const later = (one: Date, other: Date): Date => (one > other ? one : other)
