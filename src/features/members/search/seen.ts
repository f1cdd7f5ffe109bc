/** Maximum of different people that one account sees in any hour (assurance 33). */
export const MAX_PEOPLE = 1000
/** People available at once; the rest of the allowance is spread over the hour. */
export const FREE_PEOPLE = 800

/** `share` is the elapsed part of the current hour. */
export type Seen = { now: number; before: number; share: number }

/**
 * A sliding window: the weight of the previous hour falls while the limit grows from FREE_PEOPLE to
 * MAX_PEOPLE.
 */
export function shareUntilAllowed({ now, before }: Seen): number {
  const slope = MAX_PEOPLE - FREE_PEOPLE
  const inThis = (now + before - FREE_PEOPLE) / (slope + before)
  if (inThis <= 1) return Math.max(0, inThis)
  // People of the current hour lose weight only after it has ended.
  return 1 + Math.min(1, Math.max(0, (now - FREE_PEOPLE) / (slope + now)))
}
