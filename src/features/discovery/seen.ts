/** One account sees at most so many different people in any hour (assurance 33). */
export const MOST_PEOPLE = 1000
/** So many at once; from then on slower, the rest spread over the hour. */
export const FREE_PEOPLE = 800

/** What an account has seen: different people in the running hour, and those of the hour before that are not among them. */
export type Seen = { now: number; before: number; share: number }

/**
 * The share of an hour, from the beginning of the running one, after which those counted are within the
 * allowance. Those of the hour before count less the more of the running one is over (before * (1 - share)); the
 * allowance grows with it, from FREE_PEOPLE to MOST_PEOPLE.
 */
export function shareUntilAllowed({ now, before }: Seen): number {
  const slope = MOST_PEOPLE - FREE_PEOPLE
  const inThis = (now + before - FREE_PEOPLE) / (slope + before)
  if (inThis <= 1) return Math.max(0, inThis)
  // Only then do those seen in this hour begin to fade.
  return 1 + Math.min(1, Math.max(0, (now - FREE_PEOPLE) / (slope + now)))
}
