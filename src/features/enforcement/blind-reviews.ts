import { DAY } from '../../lib/clock.ts'
import { type Act, actTable, type Policy, policyOf, type Severity } from './decisions.ts'

export const BLIND_REVIEWS_PATH = '/staff/blind-reviews'

/** Of the decisions of staff about new photos and reports, how many are judged a second time by somebody who does not know them. */
export const DRAWN_SHARE = 0.02

/** How long such a decision waits for a second person, in milliseconds. What a report keeps is kept for far longer, so that nothing is held for this. */
export const REVIEW_WITHIN = 14 * DAY

/** What is decided about a new photo or a report, and so can be chosen again. */
export const photoActs = ['none', 'hidePhoto', 'warn', 'limit', 'suspend', 'ban'] as const satisfies readonly Act[]
export const reportActs = ['none', 'hidePhoto', 'removeText', 'warn', 'limit', 'suspend', 'ban'] as const satisfies readonly Act[]

/** Nobody looks at such a photo more often than the first decision and an objection need. */
export const neverDrawn: ReadonlySet<Policy> = new Set(['minorInPhoto', 'intimateImage'])

export type Judgement = { act: Act; policy: Policy; severity: Severity }

/** Whether two judgements come to the same: the act, the rule, and, where it counts against the member, the severity. */
export function agree(first: Judgement, second: Judgement): boolean {
  if (first.act !== second.act || first.policy !== second.policy) return false
  const counts = actTable[first.act].strikes && policyOf(first.policy).counts !== false
  return !counts || first.severity === second.severity
}
