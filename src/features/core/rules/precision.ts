/**
 * From how many judged hits on a share is said. Of 20 that are all right, one can be sure (at 95 %,
 * by Wilson) that the rule is right in five of six; of 10, in no more than seven of ten, which
 * would let a bad rule act.
 */
export const ENOUGH_JUDGED = 20

/** The share of judged hits that are right; null where they are too few to tell. */
export function precisionOf({
  judged,
  judgedRight,
}: {
  judged: number
  judgedRight: number
}): number | null {
  return judged < ENOUGH_JUDGED ? null : judgedRight / judged
}

/** The page of what a rule found; `after`: the last hit of the page before. */
export function hitsPath(
  rule: string,
  { after, done }: { after?: number | undefined; done?: string } = {},
): string {
  const query = new URLSearchParams({ rule })
  if (after !== undefined) query.set('after', String(after))
  if (done !== undefined) query.set('done', done)
  return `/staff/fraud/hits?${query.toString()}`
}
