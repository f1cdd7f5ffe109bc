import { HARD_PRIORITY } from '#core/tasks/tasks.ts'
import { HOUR } from '#lib/clock.ts'
import type { ReportReason } from './reporting/report-reasons.ts'

/** Messages of a conversation that go with a report about one of the two. */
export const EVIDENCE_MESSAGES = 20
/**
 * After the decision, as the privacy policy says: the six months in which one can object, and a
 * month for the answer. What a decision removed is kept as long.
 */
export const EVIDENCE_DAYS = 215

/**
 * How urgent a report is by its reason: a higher priority first, and to be decided within this
 * time.
 */
export const urgencyOf: Readonly<Record<ReportReason, { priority: number; within: number }>> = {
  underage: { priority: HARD_PRIORITY, within: HOUR },
  harassment: { priority: 90, within: 4 * HOUR },
  photos: { priority: 70, within: 12 * HOUR },
  scam: { priority: 60, within: 24 * HOUR },
  fake: { priority: 40, within: 24 * HOUR },
  other: { priority: 20, within: 48 * HOUR },
}

/** What became of a report; `setAside`: its reporter is muted, so that nobody looks at it. */
export type ReportOutcome = 'acted' | 'noBreach' | 'setAside'

/** `decided` without those that were set aside. */
export type Accuracy = { made: number; decided: number; acted: number }
export const nothingReported: Accuracy = { made: 0, decided: 0, acted: 0 }

const ENOUGH_DECIDED = 5
const MOSTLY = 0.7

/** Whether so many of somebody's reports were no breach that staff should look at who reports. */
export function isOftenWrong({ decided, acted }: Accuracy): boolean {
  return decided >= ENOUGH_DECIDED && decided - acted >= MOSTLY * decided
}

/**
 * Why a lead may not mute somebody, or end that; null where they may. `isMuted`: it is about ending
 * it.
 */
export function whyNotMuted(
  { id, isStaff, isMuted }: { id: number; isStaff: boolean; isMuted: boolean },
  accuracy: Accuracy,
  leadId: number,
): string | null {
  if (id === leadId) return 'This is you. Somebody else decides about it.'
  if (isMuted) return null
  if (isStaff) return 'This is somebody of staff, whose reports are always looked at.'
  return isOftenWrong(accuracy)
    ? null
    : 'Only whose reports were often wrong is muted: seven in ten, of five or more that were decided.'
}
