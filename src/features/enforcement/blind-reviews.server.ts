import type { Answer } from '../../api/contract.ts'
import { ApiError, fieldError } from '../../api/errors.ts'
import { type Handler, handle } from '../../api/router.server.ts'
import type { Services } from '../../api/services.server.ts'
import type { Scope } from '../../api/session.server.ts'
import type { Trx } from '../../db/connection.server.ts'
import { createPauses } from '../../jobs/pauses.ts'
import type { Job } from '../../jobs/worker.server.ts'
import { ageOn, HOUR, later } from '../../lib/clock.ts'
import { brandById } from '../../sites/registry.ts'
import { usernamesOf } from '../accounts/accounts.sql.ts'
import { personOf } from '../accounts/standing.sql.ts'
import { recordAct } from '../audit/audit.sql.ts'
import { recordLooks } from '../audit/looks.sql.ts'
import { presentedEvidence, readEvidence } from '../moderation/evidence.server.ts'
import { profileToEdit } from '../people/edit-profile.sql.ts'
import { findingsOf } from '../photos/hashes/findings.sql.ts'
import { presentedFindings } from '../photos/hashes/presented-findings.server.ts'
import { inlinePicture } from '../photos/inline-picture.server.ts'
import { nameForStaff } from '../photos/photos.ts'
import { closeJob, closeJobsAbout, heldJob, jobHeldBy, type JobRow, leaseNext, queueLoads } from '../staff/jobs.sql.ts'
import { assertLead, assertOpenTo } from '../staff/roles.server.ts'
import { hidesHardNow, noteWork } from '../staff/shifts.sql.ts'
import { type Judged, whatWasJudged } from './blind-draws.server.ts'
import { decideBlindReview, getBlindReview, getDifferences, takeBlindReview } from './blind-reviews.contract.ts'
import { answerBlindReview, blindReviewById, differingReviews, lapseBlindReview, waitingSince } from './blind-reviews.sql.ts'
import { agree, BLIND_REVIEWS_PATH, type Judgement, photoActs, reportActs, REVIEW_WITHIN } from './blind-reviews.ts'
import { stateOfDecision } from './decide.server.ts'
import { personHashesOf } from './decisions.server.ts'
import { decisionById, type DecisionRow, decisionsById, strikesOf } from './decisions.sql.ts'
import { recommend, severities, strikesInForce, thresholdsOf } from './decisions.ts'

type Held = NonNullable<Answer<typeof getBlindReview>['held']>

const actsOn = ({ kind }: Judged) => (kind === 'photo' ? photoActs : reportActs)

const getHandler = handle(getBlindReview, async ({ scope, services, at }) => {
  const { db } = services
  await assertOpenTo(db, scope.member.id, 'blindReviews')
  const [[figures], job] = await Promise.all([queueLoads(db, ['blindReviews'], at), jobHeldBy(db, 'blindReviews', scope.member.id, at)])
  const waiting = Math.max(0, (figures?.open ?? 0) - (job ? 1 : 0))
  const review = job && (await blindReviewById(db, job.subject_id))
  const decision = review && (await decisionById(db, review.decisionId))
  const judged = decision ? await whatWasJudged(db, decision) : null
  if (!job || !decision || judged === null) return { waiting, held: null }
  return { waiting, held: await presented(services, scope, { job, decision, judged }) }
})

type Presented = { job: JobRow; decision: DecisionRow; judged: Judged }

async function presented(services: Services, scope: Scope, { job, decision, judged }: Presented): Promise<Held> {
  return {
    jobId: job.id,
    brand: brandById(job.brand)?.name ?? job.brand,
    dueAt: job.due_at.toISOString(),
    acts: [...actsOn(judged)],
    ...(await adviceThen(services, decision)),
    photo: judged.kind === 'photo' ? await photoThen(services, scope, { job, decision, photo: judged.photo }) : null,
    evidence: judged.kind === 'report' ? await evidenceThen(services, scope, { job, reportId: judged.reportId }) : null,
  }
}

/** As whoever decided read it: without what this decision and later ones give, which would tell of them. */
async function adviceThen(services: Services, decision: DecisionRow): Promise<Pick<Held, 'before' | 'bySeverity'>> {
  const person = await personOf(services.db, decision.account_id)
  const strikes = person ? await strikesOf(services.db, person.id, personHashesOf(services, person.email)) : []
  const before = strikesInForce(
    strikes.filter(({ decisionId }) => decisionId !== decision.id),
    decision.decided_at,
  )
  const thresholds = thresholdsOf(decision.brand)
  return {
    before,
    bySeverity: severities.map((severity) => {
      const { act, days, arithmetic } = recommend(before, severity, thresholds)
      return { severity, act, days, arithmetic }
    }),
  }
}

type OfPhoto = Pick<Presented, 'job' | 'decision'> & { photo: Extract<Judged, { kind: 'photo' }>['photo'] }

async function photoThen(services: Services, scope: Scope, { job, decision, photo }: OfPhoto): Promise<Held['photo']> {
  const { db, photoFiles } = services
  const rows = (await findingsOf(db, photo.id)).filter(({ foundAt }) => foundAt <= decision.decided_at)
  const [bytes, findings, { birthday, gender }] = await Promise.all([
    photoFiles.read(nameForStaff(photo)),
    presentedFindings(services, rows),
    profileToEdit(db, photo.ownerId),
  ])
  const seen = new Set([photo.ownerId, ...findings.flatMap(({ other }) => other?.accountId ?? [])])
  await recordLooks(
    db,
    scope,
    [...seen].map((subjectId) => ({ subjectId, what: 'photos' as const, why: { job: job.id } })),
  )
  const { description, isPrivate, rules, isCompared } = photo
  const owner = { age: ageOn(birthday, decision.decided_at), gender }
  return { src: bytes && inlinePicture(bytes), description, isPrivate, rules, isCompared, findings, owner }
}

async function evidenceThen(services: Services, scope: Scope, { job, reportId }: { job: JobRow; reportId: number }): Promise<Held['evidence']> {
  const kept = await readEvidence(services.db, scope, { reportId, job: job.id })
  if (!kept?.evidence) return null
  const { report, ...rest } = await presentedEvidence(services, kept, scope.at)
  const { reason, details, quoted, at, reporter } = report
  // The name as it was: one that was taken from them would tell of it.
  const reported = { username: kept.evidence.profile.username }
  return { ...rest, report: { reason, details, quoted, at, reporter: { username: reporter.username }, reported } }
}

const MOST_GONE = 50

const takeHandler = handle(takeBlindReview, async ({ scope, services: { db } }) => {
  const taken = await db.transaction().execute(async (trx) => {
    const { member, at } = scope
    await assertOpenTo(trx, member.id, 'blindReviews')
    await noteWork(trx, member.id, at)
    const held = await jobHeldBy(trx, 'blindReviews', member.id, at)
    if (held && (await isJudgeable(trx, held))) return held
    if (held) await lapse(trx, held.subject_id, at)
    return takeNext(trx, scope)
  })
  return { ok: true as const, next: taken ? BLIND_REVIEWS_PATH : `${BLIND_REVIEWS_PATH}?done=none` }
})

/** Those of which what was judged is gone lapse on the way. */
async function takeNext(trx: Trx, scope: Scope): Promise<JobRow | undefined> {
  const { member, at } = scope
  const hidesHard = await hidesHardNow(trx, member.id, at)
  for (let gone = 0; gone < MOST_GONE; gone += 1) {
    const job = await leaseNext(trx, 'blindReviews', member.id, at, { hidesHard })
    if (!job) return undefined
    if (await isJudgeable(trx, job)) {
      await recordAct(trx, scope, { action: 'staff.takeBlindReview', subjectId: job.account_id, details: { job: job.id } })
      return job
    }
    await lapse(trx, job.subject_id, at)
  }
  return undefined
}

async function isJudgeable(trx: Trx, job: JobRow): Promise<boolean> {
  const review = await blindReviewById(trx, job.subject_id)
  const decision = review && (await decisionById(trx, review.decisionId))
  return decision !== undefined && (await whatWasJudged(trx, decision)) !== null
}

/** Nobody is asked any more; the job first, as whoever answers locks it. */
async function lapse(trx: Trx, reviewId: number, at: Date): Promise<void> {
  await closeJobsAbout(trx, ['blindReviews'], reviewId, { by: null, at, outcome: 'gone' })
  await lapseBlindReview(trx, reviewId, at)
}

type Chosen = { act: Judgement['act']; policy: Judgement['policy']; severity?: Judgement['severity'] | undefined }

const decideHandler = handle(decideBlindReview, async ({ body, scope, services: { db }, at }) => {
  const { id: by } = scope.member
  const done = await db.transaction().execute(async (trx) => {
    await noteWork(trx, by, at)
    const job = await heldJob(trx, scope, body.jobId)
    const review = job.queue === 'blindReviews' ? await blindReviewById(trx, job.subject_id) : undefined
    if (!review?.isOpen) throw new ApiError('conflict', { detail: 'This job is no blind review that waits. Nothing was changed.' })
    const decision = await decisionById(trx, review.decisionId)
    const judged = decision ? await whatWasJudged(trx, decision) : null
    if (!decision || judged === null) {
      await lapse(trx, review.id, at)
      return 'gone'
    }
    const second = judgementIn(body, judged)
    const agrees = agree(decision, second)
    await answerBlindReview(trx, review.id, { ...second, by, at, agrees })
    await closeJob(trx, job.id, { by, at, outcome: agrees ? 'agrees' : 'differs' })
    await recordAct(trx, scope, { action: 'staff.decideBlindReview', subjectId: decision.account_id, details: { review: review.id, ...second } })
    return agrees ? 'agrees' : 'differs'
  })
  return { ok: true as const, next: `${BLIND_REVIEWS_PATH}?done=${done}` }
})

/** Throws `invalid` where the parts do not fit each other, or what is judged. */
function judgementIn({ act, policy, severity }: Chosen, judged: Judged): Judgement {
  if (!(actsOn(judged) as readonly string[]).includes(act)) throw fieldError('act', 'This cannot be decided about it.')
  if ((act === 'none') !== (policy === 'none')) {
    throw fieldError('policy', act === 'none' ? 'Where there is no breach, there is no rule.' : 'Please choose the rule that this rests on.')
  }
  if (act === 'none') return { act, policy, severity: 'low' }
  if (severity === undefined) throw fieldError('severity', 'Please choose how severe it is.')
  return { act, policy, severity }
}

const MOST_SHOWN = 50

const differencesHandler = handle(getDifferences, async ({ query, scope, services: { db } }) => {
  await assertLead(db, scope.member.id)
  const found = await differingReviews(db, { before: query.before, most: MOST_SHOWN + 1 })
  const shown = found.slice(0, MOST_SHOWN)
  const decisions = await decisionsById(
    db,
    shown.map(({ decisionId }) => decisionId),
  )
  const names = await usernamesOf(db, [...new Set([...shown.map(({ by }) => by), ...[...decisions.values()].flatMap((one) => one.decided_by ?? [])])])
  const nameOf = (staffId: number | null) => names.get(staffId ?? 0) ?? 'somebody who has left'
  return {
    differences: shown.flatMap(({ id, decisionId, act, policy, severity, by, at }) => {
      const decision = decisions.get(decisionId)
      if (!decision) return []
      const { act: firstAct, policy: firstPolicy, severity: firstSeverity, decided_by: decider, decided_at: decidedAt } = decision
      const first = { act: firstAct, policy: firstPolicy, severity: firstSeverity, by: nameOf(decider), at: decidedAt.toISOString() }
      return [{ id, decisionId, state: stateOfDecision(decision), first, second: { act, policy, severity, by: nameOf(by), at: at.toISOString() } }]
    }),
    next: found.length > MOST_SHOWN ? (shown.at(-1)?.id ?? null) : null,
  }
})

const AT_ONCE = 200

/** Lets blind reviews lapse that nobody answered in time. */
export const blindReviewJob: Job = {
  name: 'blindReviews',
  period: HOUR,
  start({ db, clock, log }) {
    const pauses = createPauses()
    return {
      async run(stopping) {
        const at = clock.now()
        for (const id of await pauses.due(at, AT_ONCE, (most) => waitingSince(db, later(at, -REVIEW_WITHIN), most))) {
          if (stopping.aborted) return
          await pauses.attempt(
            id,
            at,
            () => db.transaction().execute((trx) => lapse(trx, id, at)),
            (error, tries) => log.error({ review: id, tries, error }, 'a blind review did not lapse'),
          )
        }
      },
    }
  },
}

export const blindReviewHandlers: Handler[] = [getHandler, takeHandler, decideHandler, differencesHandler]
