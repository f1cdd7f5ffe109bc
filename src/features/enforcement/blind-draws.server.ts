import type { Services } from '../../api/services.server.ts'
import type { Db, Trx } from '../../db/connection.server.ts'
import { later } from '../../lib/clock.ts'
import { evidenceOf } from '../moderation/evidence.sql.ts'
import { reportOf } from '../moderation/report.sql.ts'
import { kindsFound } from '../photos/hashes/findings.sql.ts'
import { photoToJudge } from '../photos/review.sql.ts'
import { jobById, openJob } from '../staff/jobs.sql.ts'
import { HARD_PRIORITY } from '../staff/jobs.ts'
import { isOpenToOthers } from '../staff/roles.sql.ts'
import { approversOf } from './approvals.sql.ts'
import { insertBlindReview } from './blind-reviews.sql.ts'
import { DRAWN_SHARE, neverDrawn, REVIEW_WITHIN } from './blind-reviews.ts'
import type { DecisionRow } from './decisions.sql.ts'

type JudgedPhoto = NonNullable<Awaited<ReturnType<typeof photoToJudge>>>
export type Judged = { kind: 'report'; reportId: number } | { kind: 'photo'; photo: JudgedPhoto }

/**
 * What a decision was made on, where somebody else can judge the same: what a report keeps, or a photo as it was looked
 * at. Null where it is gone, and for what nobody looks at again: a photo for one view, which is its recipient's once it
 * is approved, and a picture that a list knows, or that was removed on request.
 */
export async function whatWasJudged(db: Db | Trx, decision: DecisionRow): Promise<Judged | null> {
  const { about_kind: kind, about_id: aboutId, about_key: key, report_id: reportId, source } = decision
  if (source === 'report' && reportId !== null) return (await evidenceOf(db, reportId)) ? { kind: 'report', reportId } : null
  if (source !== 'check' || kind !== 'photo' || aboutId === null) return null
  const photo = await photoToJudge(db, aboutId)
  if (!photo || photo.isRemoved || photo.key !== key || (await kindsFound(db, [aboutId])).get(aboutId)?.has('hold')) return null
  return { kind: 'photo', photo }
}

/**
 * Draws a decision that takes effect for a blind review, or not: only of staff, about a job, and where somebody else
 * could judge the same. It is after the decision, so that nobody knows while deciding. The caller has locked the person.
 */
export async function drawForReview({ chance }: Pick<Services, 'chance'>, trx: Trx, decision: DecisionRow, at: Date): Promise<void> {
  const { id, decided_by: decidedBy, job_id: jobId, act, report_id: reportId } = decision
  if (decision.is_automated || decidedBy === null || jobId === null || act === 'restore' || !chance(DRAWN_SHARE)) return
  const job = await jobById(trx, jobId)
  // A report about a text that was changed meanwhile is open again.
  if (!job || job.closed_at === null || (job.queue !== 'photos' && job.queue !== 'reports')) return
  if (job.queue === 'photos' && neverDrawn.has(decision.policy)) return
  if ((await whatWasJudged(trx, decision)) === null) return
  const reporterId = reportId === null ? undefined : (await reportOf(trx, reportId))?.reporterId
  const barred = [...new Set([decidedBy, ...(await approversOf(trx, id)), ...(reporterId === undefined ? [] : [reporterId])])]
  if (!(await isOpenToOthers(trx, 'blindReviews', [...barred, decision.account_id]))) return
  const reviewId = await insertBlindReview(trx, { decisionId: id, at })
  if (reviewId === null) return
  await openJob(trx, {
    queue: 'blindReviews',
    brand: decision.brand,
    accountId: decision.account_id,
    subjectId: reviewId,
    // Whoever leaves hard jobs to others leaves these, too.
    priority: job.priority >= HARD_PRIORITY ? HARD_PRIORITY : 0,
    dueAt: later(at, REVIEW_WITHIN),
    at,
    barred,
  })
}
