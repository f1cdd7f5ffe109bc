import { type Handler, handle } from '../../../api/call.server.ts'
import { ApiError } from '../../../api/errors.ts'
import type { Scope } from '../../../api/member.server.ts'
import type { Services } from '../../../api/services.server.ts'
import type { Trx } from '../../../db/connection.server.ts'
import { ageOn } from '../../../lib/clock.ts'
import { brands } from '../../../sites/registry.ts'
import { contactsOf, isClosedForGood } from '../../core/accounts/account-status.sql.ts'
import { recordAccesses } from '../../core/audit/accesses.sql.ts'
import { recordAct } from '../../core/audit/audit.sql.ts'
import { profileForStaff } from '../../core/people/edit-profile.sql.ts'
import { deskOf } from '../../core/staff-accounts/queues.ts'
import { assertOpenTo } from '../../core/staff-accounts/roles.server.ts'
import { openQueues } from '../../core/staff-accounts/roles.sql.ts'
import { queueLoads } from '../../core/tasks/figures.sql.ts'
import {
  forgetSkips,
  heldTask,
  holdersOf,
  leftFor,
  taskHeldBy,
  leaseNext,
  releaseHard,
  releaseTask as giveBack,
  renewLease,
} from '../../core/tasks/leases.sql.ts'
import { brandLoads } from '../../core/tasks/lists.sql.ts'
import { hideHardQueues, hidesHardNow, noteWork, shiftOf } from '../../core/tasks/shifts.sql.ts'
import { closeTask, taskById, type TaskRow } from '../../core/tasks/tasks.sql.ts'
import {
  isHard,
  isPauseDue,
  isPictureQueue,
  pictureIn,
  withoutHard,
} from '../../core/tasks/tasks.ts'
import { waitingViewOnce } from '../../members/messages/view-once.sql.ts'
import { viewOnceName } from '../../members/messages/view-once.ts'
import { findingsOf } from '../../members/photos/hashes/findings.sql.ts'
import { presentedFindings } from '../../members/photos/hashes/presented-findings.server.ts'
import { inlinePicture } from '../../members/photos/inline-picture.server.ts'
import { nameForStaff } from '../../members/photos/photos.ts'
import { photoStates, photoToJudge } from '../../members/photos/review.sql.ts'
import { isReportOpen } from '../../members/reports/report.sql.ts'
import { decide } from '../decisions/decisions.server.ts'
import { refusalOf } from '../decisions/refusal-reasons.ts'
import {
  getFraudPage,
  getQueue,
  hideHard,
  judgeNewPhoto,
  releaseTask,
  renewTask,
  revealPicture,
  takeTask,
} from './console.contract.ts'
import { isRoom, type Room } from './console.ts'

const ok = (next: string) => ({ ok: true as const, next })

const deskHandler = handle(getFraudPage, async ({ scope: { member, at }, services: { db } }) => {
  const [open, shift] = await Promise.all([openQueues(db, member.id), shiftOf(db, member.id, at)])
  const shown = withoutHard(open, shift.hidesHard)
  const [figures, due] = await Promise.all([
    queueLoads(db, shown, at),
    brandLoads(
      db,
      shown,
      brands.map(({ id }) => id),
      member.id,
    ),
  ])
  return {
    queues: figures.map((one) => ({
      ...one,
      oldest: one.oldest?.toISOString() ?? null,
      nextDue: one.nextDue?.toISOString() ?? null,
    })),
    due: due
      .toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
      .map((one) => ({ ...one, dueAt: one.dueAt.toISOString() })),
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
  const [[figures], task, holders, shift] = await Promise.all([
    queueLoads(db, [queue], at),
    taskHeldBy(db, queue, member.id, at),
    holdersOf(db, queue, { but: member.id, at }),
    shiftOf(db, member.id, at),
  ])
  const [held, left] = await Promise.all([
    task ? presented(services, task, at) : null,
    leftFor(db, queue, member.id, at, { hidesHard: shift.hidesHard }),
  ])
  if (isPictureQueue(queue) && task?.account_id != null) {
    const seen = new Set([
      task.account_id,
      ...(held?.photo?.findings.flatMap(({ other }) => other?.accountId ?? []) ?? []),
    ])
    await recordAccesses(
      db,
      scope,
      [...seen].map((subjectId) => ({
        subjectId,
        what: 'photos' as const,
        why: { task: task.id },
      })),
    )
  }
  return {
    open: figures?.open ?? 0,
    oldest: figures?.oldest?.toISOString() ?? null,
    others: [...(await contactsOf(db, holders)).values()].map(({ username }) => username),
    ...left,
    decided: shift.decided,
    isPauseDue: isPauseDue(shift, at),
    held,
  }
})

async function presented(services: Services, task: TaskRow, at: Date) {
  const { db } = services
  const { account_id: aboutId } = task
  const [member, photos, photo] = await Promise.all([
    aboutId === null ? null : memberOfTask(services, aboutId, at),
    aboutId === null ? { approved: 0, waiting: 0, refused: 0 } : photoStates(db, aboutId),
    pictured(services, task),
  ])
  return {
    id: task.id,
    brand: task.brand,
    openedAt: task.opened_at.toISOString(),
    dueAt: task.due_at.toISOString(),
    until: (task.leased_until ?? at).toISOString(),
    member,
    photos,
    hit: task.queue === 'fraud' ? task.subject_id : null,
    photo,
  }
}

async function pictured(services: Services, { queue, subject_id: subjectId }: TaskRow) {
  const picture = pictureIn(queue)
  if (picture === null) return null
  return picture === 'photo'
    ? pictureOf(services, subjectId)
    : pictureForOneView(services, subjectId)
}

async function memberOfTask({ db }: Services, id: number, at: Date) {
  const username = (await contactsOf(db, [id])).get(id)?.username
  if (username === undefined) return null
  const profile = await profileForStaff(db, id)
  if (!profile) return { id, username, age: null, gender: null, headline: '', about: '' }
  const { birthday, gender, headline, about } = profile
  return { id, username, age: ageOn(birthday, at), gender, headline, about }
}

async function pictureOf(services: Services, photoId: number) {
  const photo = await photoToJudge(services.db, photoId)
  if (!photo) return null
  const { key, description, isPrivate, rules, isCompared } = photo
  const [src, findings] = await Promise.all([
    sourceOf(services, nameForStaff(photo)),
    findingsOf(services.db, photoId).then((rows) => presentedFindings(services, rows)),
  ])
  return { src, key, description, isPrivate, rules, isCompared, findings }
}

async function sourceOf({ photoFiles }: Services, name: string): Promise<string | null> {
  const bytes = await photoFiles.read(name)
  return bytes && inlinePicture(bytes)
}

async function pictureForOneView(services: Services, messageId: number) {
  const photo = await waitingViewOnce(services.db, messageId)
  if (!photo) return null
  const others = await Promise.all(
    photo.findings.map(async ({ otherPhotoId }) =>
      otherPhotoId === null ? undefined : photoToJudge(services.db, otherPhotoId),
    ),
  )
  const rows = photo.findings.map((finding, index) => ({
    ...finding,
    foundAt: new Date(finding.at),
    otherAccountId: others[index]?.ownerId ?? null,
  }))
  const [src, findings] = await Promise.all([
    sourceOf(services, viewOnceName(photo.key)),
    presentedFindings(services, rows),
  ])
  return {
    src,
    key: photo.key,
    description: '',
    isPrivate: true,
    rules: photo.rules,
    isCompared: photo.isCompared,
    findings,
  }
}

const takeHandler = handle(takeTask, async ({ body: { queue, again }, scope, services }) => {
  await services.db.transaction().execute(async (trx) => {
    await assertOpenTo(trx, scope.member.id, queue)
    await noteWork(trx, scope.member.id, scope.at)
    if (isHard(queue) && (await hidesHardNow(trx, scope.member.id, scope.at))) {
      throw new ApiError('forbidden', {
        detail:
          'You leave hard queues to others for now. You can have them shown again among the queues.',
      })
    }
    if (again === 'yes') await forgetSkips(trx, queue, scope.member.id)
    if (!(await taskHeldBy(trx, queue, scope.member.id, scope.at)))
      await takeNext(trx, scope, queue)
  })
  return ok(deskOf(queue))
})

const MOST_GONE = 50

/** Tasks whose photo, report or account is gone or decided are closed on the way. */
async function takeNext(trx: Trx, scope: Scope, queue: Room): Promise<void> {
  const { member, at } = scope
  const hidesHard = await hidesHardNow(trx, member.id, at)
  if (hidesHard && isHard(queue)) return
  for (let gone = 0; gone < MOST_GONE; gone += 1) {
    const task = await leaseNext(trx, queue, member.id, at, { hidesHard })
    if (!task) return
    if (await isOpenStill(trx, task)) {
      await recordAct(trx, scope, {
        action: 'staff.takeTask',
        subjectId: task.account_id,
        details: { task: task.id, queue },
      })
      return
    }
    await closeTask(trx, task.id, { by: null, at, outcome: 'gone' })
  }
}

export async function isOpenStill(
  trx: Trx,
  { queue, subject_id: subjectId, account_id: aboutId }: TaskRow,
): Promise<boolean> {
  if (queue === 'reports') return isReportOpen(trx, subjectId)
  if (aboutId === null || (await isClosedForGood(trx, aboutId))) return false
  if (pictureIn(queue) === 'viewOnce') return (await waitingViewOnce(trx, subjectId)) !== undefined
  return queue === 'fraud' || (await photoToJudge(trx, subjectId))?.isRefused === false
}

const releaseHandler = handle(
  releaseTask,
  async ({ body: { queue, id, skip }, scope, services }) => {
    const { member, at } = scope
    await services.db.transaction().execute(async (trx) => {
      await noteWork(trx, member.id, at)
      const task = await heldTask(trx, scope, id)
      if (task.queue !== queue)
        throw new ApiError('conflict', {
          detail: 'This task is of another queue. Nothing was changed.',
        })
      const skipped = skip === 'yes'
      await giveBack(trx, id, skipped ? { by: member.id, at } : null)
      await recordAct(trx, scope, {
        action: skipped ? 'staff.skipTask' : 'staff.releaseTask',
        subjectId: task.account_id,
        details: { task: id },
      })
      if (skipped && isRoom(queue)) await takeNext(trx, scope, queue)
    })
    return ok(skip === 'yes' ? deskOf(queue) : '/staff')
  },
)

const renewHandler = handle(renewTask, async ({ body: { id }, scope, services }) => {
  const until = await services.db.transaction().execute(async (trx) => {
    await heldTask(trx, scope, id)
    return renewLease(trx, id, scope.at)
  })
  return { until: until.toISOString() }
})

const revealHandler = handle(revealPicture, async ({ body: { id }, scope, services }) => {
  await services.db.transaction().execute(async (trx) => {
    const task = await heldTask(trx, scope, id)
    await recordAct(trx, scope, {
      action: 'staff.revealPicture',
      subjectId: task.account_id,
      details: { task: id },
    })
  })
  return { ok: true as const }
})

const judgeHandler = handle(
  judgeNewPhoto,
  async ({ body: { id, key, verdict }, scope, services }) => {
    const { member, at } = scope
    const refusal = refusalOf(verdict)
    const judged = await services.db.transaction().execute(async (trx) => {
      await noteWork(trx, member.id, at)
      const task = await taskById(trx, id)
      if (!task || !isPictureQueue(task.queue) || task.account_id === null)
        throw new ApiError('notFound', { detail: 'There is no such task.' })
      const about = pictureIn(task.queue) ?? 'photo'
      const { policy, severity } = refusal ?? ({ policy: 'none', severity: 'low' } as const)
      const made = await decide(
        services,
        trx,
        { staffId: member.id, at },
        {
          accountId: task.account_id,
          act: refusal ? 'hidePhoto' : 'none',
          policy,
          severity,
          days: null,
          scope: 'network',
          brand: task.brand,
          taskId: id,
          subject: { kind: about, id: task.subject_id },
          photoKey: key,
          note: refusal?.sentence ?? '',
          internalNote: '',
          automated: false,
        },
      )
      await recordAct(trx, scope, {
        action: 'staff.decide',
        subjectId: task.account_id,
        details: {
          decision: made.id,
          [about === 'photo' ? 'photo' : 'message']: task.subject_id,
          verdict,
        },
      })
      await takeNext(trx, scope, task.queue)
      return { id: made.id, queue: task.queue }
    })
    return ok(`${deskOf(judged.queue)}?done=${refusal ? 'refused' : 'approved'}&undo=${judged.id}`)
  },
)

const hardHandler = handle(
  hideHard,
  async ({ body: { hides }, scope: { member, at }, services }) => {
    await services.db.transaction().execute(async (trx) => {
      await hideHardQueues(trx, member.id, hides === 'yes', at)
      if (hides === 'yes') await releaseHard(trx, member.id)
    })
    return ok('/staff#queues')
  },
)

export const consoleHandlers: Handler[] = [
  deskHandler,
  queueHandler,
  takeHandler,
  releaseHandler,
  renewHandler,
  revealHandler,
  judgeHandler,
  hardHandler,
]
