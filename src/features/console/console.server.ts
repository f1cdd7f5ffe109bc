import { ApiError } from '../../api/errors.ts'
import { type Handler, handle } from '../../api/router.server.ts'
import type { Services } from '../../api/services.server.ts'
import type { Scope } from '../../api/session.server.ts'
import type { Trx } from '../../db/connection.server.ts'
import { ageOn, later, SECOND } from '../../lib/clock.ts'
import { contactsOf, isClosedForGood } from '../accounts/account-status.sql.ts'
import { recordAct } from '../audit/audit.sql.ts'
import { recordLooks } from '../audit/looks.sql.ts'
import { isReportOpen } from '../moderation/report.sql.ts'
import { profileToEdit } from '../people/edit-profile.sql.ts'
import { lockProfile } from '../people/has-photo.sql.ts'
import { fileName, widthsOf } from '../photos/photos.ts'
import { sentenceOf } from '../photos/refusal-reasons.ts'
import { keepVerdict, photoStates, photoToJudge, takeVerdict, verdictOfJob } from '../photos/verdicts.sql.ts'
import {
  closeJob,
  heldJob,
  holdersOf,
  type JobRow,
  jobHeldBy,
  leaseNext,
  queueFigures,
  releaseJob as giveBack,
  renewLease,
  reopenJob,
  subjectOfJob,
} from '../staff/jobs.sql.ts'
import { isPauseDue, withoutHard } from '../staff/jobs.ts'
import { assertOpenTo } from '../staff/roles.server.ts'
import { openQueues } from '../staff/roles.sql.ts'
import { hideHardQueues, noteWork, shiftOf } from '../staff/shifts.sql.ts'
import { getDesk, getQueue, hideHard, judgeNewPhoto, releaseJob, renewJob, revealPicture, takeJob, undoVerdict } from './console.contract.ts'
import { queuePath, type Room, UNDO_SECONDS } from './console.ts'

const ok = (next: string) => ({ ok: true as const, next })

const deskHandler = handle(getDesk, async ({ scope: { member, at }, services: { db } }) => {
  const [open, shift] = await Promise.all([openQueues(db, member.id), shiftOf(db, member.id, at)])
  const figures = await queueFigures(db, withoutHard(open, shift.hidesHard), at)
  return {
    queues: figures.map((one) => ({ ...one, oldest: one.oldest?.toISOString() ?? null, nextDue: one.nextDue?.toISOString() ?? null })),
    decided: shift.decided,
    since: shift.beganAt.toISOString(),
    isPauseDue: isPauseDue(shift, at),
    hidesHard: shift.hidesHard,
  }
})

const queueHandler = handle(getQueue, async ({ params: { queue }, scope, services }) => {
  const { member, at } = scope
  const { db } = services
  await assertOpenTo(db, member.id, queue)
  const [[figures], job, holders, shift] = await Promise.all([
    queueFigures(db, [queue], at),
    jobHeldBy(db, queue, member.id, at),
    holdersOf(db, queue, { but: member.id, at }),
    shiftOf(db, member.id, at),
  ])
  if (queue === 'photos' && job?.account_id != null) await recordLooks(db, scope, [{ subjectId: job.account_id, what: 'photos', why: { job: job.id } }])
  return {
    open: figures?.open ?? 0,
    oldest: figures?.oldest?.toISOString() ?? null,
    others: [...(await contactsOf(db, holders)).values()].map(({ username }) => username),
    decided: shift.decided,
    isPauseDue: isPauseDue(shift, at),
    held: job ? await presented(services, job, at) : null,
  }
})

async function presented(services: Services, job: JobRow, at: Date) {
  const { db } = services
  const { account_id: aboutId } = job
  const [member, photos, photo] = await Promise.all([
    aboutId === null ? null : memberOfJob(services, aboutId, at),
    aboutId === null ? { approved: 0, waiting: 0, refused: 0 } : photoStates(db, aboutId),
    job.queue === 'photos' ? pictureOf(services, job.subject_id) : null,
  ])
  return {
    id: job.id,
    brand: job.brand,
    openedAt: job.opened_at.toISOString(),
    dueAt: job.due_at.toISOString(),
    until: (job.leased_until ?? at).toISOString(),
    member,
    photos,
    firing: job.queue === 'fraud' ? job.subject_id : null,
    photo,
  }
}

async function memberOfJob({ db }: Services, id: number, at: Date) {
  const username = (await contactsOf(db, [id])).get(id)?.username
  if (username === undefined) return null
  const { birthday, gender, headline, about } = await profileToEdit(db, id)
  return { id, username, age: ageOn(birthday, at), gender, headline, about }
}

/** Within the answer: a picture for a decision has no address, which somebody could keep or pass on. */
async function pictureOf({ db, photoFiles }: Services, photoId: number) {
  const photo = await photoToJudge(db, photoId)
  if (!photo) return null
  const width = widthsOf(photo).find((one) => one >= 720) ?? widthsOf(photo).at(-1) ?? 320
  const { key, description, isPrivate } = photo
  const bytes = await photoFiles.read(fileName({ key, width, format: 'webp' }))
  return { src: bytes && `data:image/webp;base64,${Buffer.from(bytes).toString('base64')}`, key, description, isPrivate }
}

const takeHandler = handle(takeJob, async ({ body: { queue }, scope, services }) => {
  await services.db.transaction().execute(async (trx) => {
    await assertOpenTo(trx, scope.member.id, queue)
    await noteWork(trx, scope.member.id, scope.at)
    if (!(await jobHeldBy(trx, queue, scope.member.id, scope.at))) await takeNext(trx, scope, queue)
  })
  return ok(queuePath(queue))
})

const MOST_GONE = 50

/** Jobs whose photo, report or account is gone or decided are closed on the way. */
async function takeNext(trx: Trx, scope: Scope, queue: Room): Promise<void> {
  const { member, at } = scope
  for (let gone = 0; gone < MOST_GONE; gone += 1) {
    const job = await leaseNext(trx, queue, member.id, at)
    if (!job) return
    if (await isOpenStill(trx, job)) {
      await recordAct(trx, scope, { action: 'staff.takeJob', subjectId: job.account_id, details: { job: job.id, queue } })
      return
    }
    await closeJob(trx, job.id, { by: null, at, outcome: 'gone' })
  }
}

async function isOpenStill(trx: Trx, { queue, subject_id: subjectId, account_id: aboutId }: JobRow): Promise<boolean> {
  if (queue === 'reports') return isReportOpen(trx, subjectId)
  if (aboutId === null || (await isClosedForGood(trx, aboutId))) return false
  return queue === 'fraud' || (await photoToJudge(trx, subjectId))?.isRefused === false
}

const releaseHandler = handle(releaseJob, async ({ body: { queue, id, skip }, scope, services }) => {
  const { member, at } = scope
  await services.db.transaction().execute(async (trx) => {
    const job = await heldJob(trx, scope, id)
    if (job.queue !== queue) throw new ApiError('conflict', { detail: 'This job is of another queue. Nothing was changed.' })
    const skipped = skip === 'yes'
    await giveBack(trx, id, skipped ? { by: member.id, at } : null)
    await recordAct(trx, scope, { action: skipped ? 'staff.skipJob' : 'staff.releaseJob', subjectId: job.account_id, details: { job: id } })
    if (skipped) await takeNext(trx, scope, queue)
  })
  return ok(skip === 'yes' ? queuePath(queue) : '/staff')
})

const renewHandler = handle(renewJob, async ({ body: { id }, scope, services }) => {
  const until = await services.db.transaction().execute(async (trx) => {
    await heldJob(trx, scope, id)
    return renewLease(trx, id, scope.at)
  })
  return { until: until.toISOString() }
})

const revealHandler = handle(revealPicture, async ({ body: { id }, scope, services }) => {
  await services.db.transaction().execute(async (trx) => {
    const job = await heldJob(trx, scope, id)
    await recordAct(trx, scope, { action: 'staff.revealPicture', subjectId: job.account_id, details: { job: id } })
  })
  return { ok: true as const }
})

const judgeHandler = handle(judgeNewPhoto, async ({ body: { id, key, verdict }, scope, services }) => {
  const { member, at } = scope
  await services.db.transaction().execute(async (trx) => {
    await lockOwner(trx, id)
    const job = await heldJob(trx, scope, id)
    const photo = job.queue === 'photos' ? await photoToJudge(trx, job.subject_id) : undefined
    if (!photo) throw new ApiError('conflict', { detail: 'This photo is not there any more. Nothing was decided.' })
    if (photo.key !== key) throw new ApiError('conflict', { detail: 'The photo was changed meanwhile. Please look at it again.' })
    const reason = sentenceOf(verdict)
    await keepVerdict(trx, { jobId: id, photoId: photo.id, key, reason, by: member.id, at, effectAt: later(at, UNDO_SECONDS * SECOND) })
    await closeJob(trx, id, { by: member.id, at, outcome: reason === null ? 'approved' : 'refused' })
    await recordAct(trx, scope, { action: 'staff.judgePhoto', subjectId: photo.ownerId, details: { job: id, photo: photo.id, verdict } })
    await noteWork(trx, member.id, at)
    await takeNext(trx, scope, 'photos')
  })
  return ok(`${queuePath('photos')}?done=${verdict === 'approve' ? 'approved' : 'refused'}&undo=${id}`)
})

/** In the order of every change to photos: the profile first. */
async function lockOwner(trx: Trx, jobId: number): Promise<void> {
  const subject = await subjectOfJob(trx, jobId)
  if (subject?.accountId != null) await lockProfile(trx, subject.accountId)
}

const undoHandler = handle(undoVerdict, async ({ body: { id }, scope, services }) => {
  const { member, at } = scope
  await services.db.transaction().execute(async (trx) => {
    await assertOpenTo(trx, member.id, 'photos')
    await lockOwner(trx, id)
    const verdict = await verdictOfJob(trx, id)
    if (!verdict || verdict.by !== member.id || verdict.effectAt <= at) {
      throw new ApiError('conflict', { detail: 'Ten seconds are over: the decision has taken effect. Nothing was changed.' })
    }
    await takeVerdict(trx, verdict.photoId)
    await reopenJob(trx, id, member.id, at)
    const job = await subjectOfJob(trx, id)
    await recordAct(trx, scope, { action: 'staff.undoVerdict', subjectId: job?.accountId ?? null, details: { job: id, photo: verdict.photoId } })
  })
  return ok(`${queuePath('photos')}?done=undone`)
})

const hardHandler = handle(hideHard, async ({ body: { hides }, scope: { member, at }, services }) => {
  await services.db.transaction().execute((trx) => hideHardQueues(trx, member.id, hides === 'yes', at))
  return ok('/staff#queues')
})

export const consoleHandlers: Handler[] = [
  deskHandler,
  queueHandler,
  takeHandler,
  releaseHandler,
  renewHandler,
  revealHandler,
  judgeHandler,
  undoHandler,
  hardHandler,
]
