import { type Handler, handle } from '#api/call.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import type { Services } from '#api/services.server.ts'
import { accountStatus, contactOf, contactsOf } from '#core/accounts/standing/account-status.sql.ts'
import { recordAccesses } from '#core/audit/accesses.sql.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import { personToCheck } from '#core/people/edit/own-profile.sql.ts'
import { lockProfile } from '#core/people/pictures/has-photo.sql.ts'
import { markVerified } from '#core/people/verified.sql.ts'
import { deskOf } from '#core/staff-accounts/queues.ts'
import { assertOpenTo } from '#core/staff-accounts/roles.server.ts'
import { heldTask, taskHeldBy } from '#core/tasks/leases.sql.ts'
import { noteWork } from '#core/tasks/shifts.sql.ts'
import { closeTask, taskById } from '#core/tasks/tasks.sql.ts'
import { keepVerdict, reopenWork, type Verdicts } from '#core/tasks/verdicts.server.ts'
import type { Trx } from '#db/connection.server.ts'
import type { Job } from '#jobs/worker.server.ts'
import { ageOn, DAY, later } from '#lib/clock.ts'
import { inlinePicture } from '#members/photos/files/inline-picture.server.ts'
import { sweepFiles } from '#members/photos/files/sweep.server.ts'
import { mainPhoto, publicPhotos } from '#members/photos/photos.sql.ts'
import { nameForStaff } from '#members/photos/photos.ts'
import { forgetUnused } from '#members/poses/pose-checks.server.ts'
import {
  checkById,
  checkForUpdate,
  endCheck,
  overdueChecks,
  ownerOfCheck,
  type PoseCheckRow,
  recentTries,
} from '#members/poses/pose-checks.sql.ts'
import {
  PHOTO_KEPT,
  poseFileName,
  type PoseRefusal,
  readPoseFileName,
} from '#members/poses/pose-checks.ts'
import { isPose } from '#members/poses/poses.ts'
import { brandById } from '#sites/registry.ts'
import { takeNext } from '../desk/task.server.ts'
import { poseDecidedMail } from './mails.ts'
import { decidePose, getPose } from './pose-queue.contract.ts'

const MOST_PHOTOS = 6

const getHandler = handle(getPose, async ({ scope, services }) => {
  const { member, at } = scope
  const { db } = services
  // A photo is read by those alone who may decide about it now.
  await assertOpenTo(db, member.id, 'poses')
  const task = await taskHeldBy(db, 'poses', member.id, at)
  const check = task && (await checkById(db, task.subject_id))
  if (!check || check.outcome !== null || (await accountStatus(db, check.account_id)) === 'gone')
    return { held: null }
  await recordAccesses(db, scope, [
    { subjectId: check.account_id, what: 'photoCheck', why: { task: task.id } },
  ])
  return { held: await presented(services, task.id, check, at) }
})

async function presented(services: Services, task: number, check: PoseCheckRow, at: Date) {
  const { db, photoFiles } = services
  const { id, account_id: ownerId, pose, sent_at: sentAt, key } = check
  if (!isPose(pose) || sentAt === null)
    throw new TypeError(`photo check ${id} is not one that can be held`)
  const [person, contacts, photos, tries, photo] = await Promise.all([
    personToCheck(db, ownerId),
    contactsOf(db, [ownerId]),
    publicPhotos(db, ownerId, MOST_PHOTOS),
    recentTries(db, ownerId, at),
    key === null ? null : photoFiles.read(poseFileName(key)),
  ])
  const files = await Promise.all(
    photos.map(async ({ is_primary: isMain, ...row }) => ({
      isMain,
      bytes: await photoFiles.read(nameForStaff(row)),
    })),
  )
  return {
    id,
    task,
    username: contacts.get(ownerId)?.username ?? '',
    age: ageOn(person.birthday, at),
    gender: person.gender,
    pose,
    sentAt: sentAt.toISOString(),
    tries: tries.length,
    photo: photo && inlinePicture(photo),
    mainPhotoId: photos.find((row) => row.is_primary)?.id ?? null,
    profilePhotos: files.flatMap(({ isMain, bytes }) =>
      bytes === null ? [] : [{ isMain, src: inlinePicture(bytes) }],
    ),
  }
}

type Answer = { verdict: 'approve' | PoseRefusal; mainPhotoId: number | null }

const decideHandler = handle(decidePose, async ({ body, scope, services }) => {
  const { member, at } = scope
  const answer: Answer = { verdict: body.verdict, mainPhotoId: body.mainPhotoId ?? null }
  const decided = await services.db.transaction().execute(async (trx) => {
    await noteWork(trx, member.id, at)
    const unlocked = await taskById(trx, body.task)
    const ownerId =
      unlocked?.queue === 'poses' ? await ownerOfCheck(trx, unlocked.subject_id) : undefined
    if (ownerId === undefined) throw new ApiError('notFound', 'There is no such photo check.')
    // In the order of every change to photos: the profile first.
    await lockProfile(trx, ownerId)
    const task = await heldTask(trx, scope, body.task)
    const check = await checkForUpdate(trx, task.subject_id)
    if (!check || check.outcome !== null)
      throw new ApiError('conflict', 'This photo check has ended already. Nothing was changed.')
    if ((await accountStatus(trx, ownerId)) === 'gone') {
      await endCheck(trx, check.id, { outcome: 'lapsed', by: null, at })
      return { key: check.key, undo: null }
    }
    const outcome = body.verdict === 'approve' ? 'approved' : 'refused'
    await closeTask(trx, task.id, { by: member.id, at, outcome })
    await recordAct(trx, scope, {
      action: 'staff.decidePose',
      subjectId: ownerId,
      details: { check: check.id, verdict: body.verdict },
    })
    const undo = await keepVerdict(services, trx, poseVerdicts, {
      kind: 'poses',
      subjectId: check.id,
      taskId: task.id,
      answer,
      by: member.id,
      at,
    })
    return { key: null, undo, outcome, queue: await takeNext(trx, scope, 'poses') }
  })
  if (decided.key !== null) await forgetUnused(services, [poseFileName(decided.key)])
  if (decided.undo === null)
    throw new ApiError(
      'conflict',
      'This account is closed. Nothing was decided, and the photo is deleted.',
    )
  return {
    ok: true as const,
    next: `${deskOf(decided.queue)}?done=${decided.outcome}Pose&verdict=${decided.undo}`,
  }
})

/**
 * What was decided about a photo in a pose, once it can no longer be taken back: the photo is
 * deleted then.
 */
export const poseVerdicts: Verdicts = {
  queue: 'poses',
  async apply(services, trx, { about_id: id, answer, decided_by: by }, at) {
    const { verdict, mainPhotoId } = answer as Answer
    const ownerId = await ownerOfCheck(trx, id)
    if (ownerId === undefined) return null
    await lockProfile(trx, ownerId)
    const check = await checkForUpdate(trx, id)
    if (check?.outcome !== null) return null
    if ((await accountStatus(trx, ownerId)) === 'gone')
      await endCheck(trx, id, { outcome: 'lapsed', by: null, at })
    else {
      const refusal = verdict === 'approve' ? null : verdict
      if (refusal === null) await approve(trx, check, mainPhotoId, at)
      await endCheck(trx, id, {
        outcome: refusal === null ? 'approved' : 'refused',
        ...(refusal === null ? {} : { reason: refusal }),
        by,
        at,
      })
      await tell(services, trx, ownerId, refusal)
    }
    const { key } = check
    return key === null ? null : () => forgetUnused(services, [poseFileName(key)])
  },
  async reopen(trx, verdict, holderId, at) {
    // One that was withdrawn meanwhile has ended.
    if ((await checkForUpdate(trx, verdict.about_id))?.outcome === null)
      await reopenWork(trx, verdict, holderId, at)
  },
}

async function approve(
  trx: Trx,
  check: PoseCheckRow,
  comparedWith: number | null,
  at: Date,
): Promise<void> {
  const main = await mainPhoto(trx, check.account_id)
  if (!main)
    throw fieldError('verdict', 'There is no main photo any more that it could be compared with.')
  if (main.id !== comparedWith)
    throw new ApiError('conflict', 'The main photo was changed meanwhile. Please compare again.')
  await markVerified(trx, check.account_id, main.id, at)
}

async function tell(
  services: Services,
  trx: Trx,
  ownerId: number,
  refusal: PoseRefusal | null,
): Promise<void> {
  await notifyMember(trx, ownerId, { type: 'photoCheck' })
  const contact = await contactOf(trx, ownerId)
  const brand = contact && brandById(contact.brand)
  if (brand)
    await services.queueMail(
      trx,
      poseDecidedMail(services, brand, { id: ownerId, ...contact }, refusal),
    )
}

const AT_ONCE = 200

/**
 * Ends checks that nobody decided in time, with their photos, and deletes files that a crash left
 * without one.
 */
export const poseSweepJob: Job = {
  name: 'poseSweep',
  period: DAY,
  start: (services) => ({ run: (stopping) => sweep(services, stopping) }),
}

async function sweep(services: Services, stopping: AbortSignal): Promise<void> {
  const at = services.clock.now()
  for (let overdue = null; !stopping.aborted && overdue !== 0;) {
    const rows = await overdueChecks(services.db, later(at, -PHOTO_KEPT), AT_ONCE)
    for (const { id, accountId } of rows) {
      await services.db.transaction().execute(async (trx) => {
        await lockProfile(trx, accountId)
        const check = await checkForUpdate(trx, id)
        if (check?.outcome === null) await endCheck(trx, id, { outcome: 'lapsed', by: null, at })
      })
    }
    await forgetUnused(
      services,
      rows.flatMap(({ key }) => (key === null ? [] : [poseFileName(key)])),
    )
    overdue = rows.length
  }
  await sweepFiles(services, stopping, {
    isSwept: (name) => readPoseFileName(name) !== null,
    remove: forgetUnused,
  })
}

export const poseQueueHandlers: Handler[] = [getHandler, decideHandler]
