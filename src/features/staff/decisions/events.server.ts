import { domainEvent, question } from '#api/domain-events.ts'
import type { PictureSubject } from '#core/tasks/tasks.ts'

type Decided = { decisionId: number; at: Date }

/** A decision is taken back, or never takes effect: what it withheld goes on. */
export const decisionLifted = domainEvent<Decided>('decisionLifted')
/** One that had taken effect is taken back. */
export const decisionReversed = domainEvent<Decided>('decisionReversed')
/** One never takes effect. */
export const decisionLapsed = domainEvent<Decided>('decisionLapsed')

/**
 * Staff decide about a picture that a list knows. `isConfirmed`: it is what the list says;
 * otherwise the match was wrong.
 */
export const matchJudged = domainEvent<JudgedMatch>('matchJudged')
export type JudgedMatch = {
  decisionId: number
  kind: PictureSubject
  /** Of the photo, or of the message with one for one view. */
  aboutId: number
  ownerId: number
  isConfirmed: boolean
  by: number
  at: Date
}
/** Whether a copy of the picture is kept by a decision. */
export const isCopyKept = question<{ decisionId: number }, boolean>('isCopyKept')

/**
 * A request for removal is decided with a decision about this member: refused where it names no
 * such member, or whoever decides.
 */
export const requestDecided = domainEvent<{ id: number; accountId: number; staffId: number }>(
  'requestDecided',
)
/** That decision takes effect. */
export const requestAnswered = domainEvent<{
  id: number
  act: string
  note: string
  by: number | null
  at: Date
}>('requestAnswered')
