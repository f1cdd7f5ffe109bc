import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { isClosedForGood } from '#core/accounts/standing/account-status.sql.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import { deskOf, type Queue } from '#core/staff-accounts/queues.ts'
import { assertOpenTo } from '#core/staff-accounts/roles.server.ts'
import {
  forgetSkips,
  heldTask,
  leaseFirst,
  releaseHard,
  releaseTask,
  renewLease,
  taskHeldBy,
} from '#core/tasks/leases.sql.ts'
import { leaseTask } from '#core/tasks/lists.sql.ts'
import {
  hideHardQueues,
  hidesHardNow,
  noteWork,
  takeFrom,
  takenFrom,
} from '#core/tasks/shifts.sql.ts'
import { closeTask, giveBackOthers, type TaskRow } from '#core/tasks/tasks.sql.ts'
import { isHard, matchQueues, pictureIn, withoutHard } from '#core/tasks/tasks.ts'
import type { Trx } from '#db/connection.server.ts'
import { sentPictures } from '#members/messages/sent-pictures.server.ts'
import { photoToJudge } from '#members/photos/review.sql.ts'
import { isCheckWaiting } from '#members/poses/pose-checks.sql.ts'
import { isReportOpen } from '#members/reports/report.sql.ts'
import { opens } from '#sites/staff-roles.ts'
import { MAY_CHOOSE } from './choosing.ts'
import { actOnTask } from './task.contract.ts'

const LEAVES_HARD =
  'You leave hard queues to others for now. You can have them shown again on the first page.'

const ok = (next: string) => ({ ok: true as const, next })

const actHandler = handle(actOnTask, async ({ body, scope, services }) => {
  switch (body.act) {
    case 'take':
      return ok(deskOf(await take(services, scope, body)))
    case 'choose':
      await choose(services, scope, body)
      return ok(deskOf(body.queue))
    case 'release':
      return ok(await release(services, scope, body))
    case 'renew': {
      const renewed = await services.db.transaction().execute(async (trx) => {
        const { queue } = await heldTask(trx, scope, body.id)
        return { queue, until: await renewLease(trx, body.id, scope.at) }
      })
      return { ...ok(deskOf(renewed.queue)), until: renewed.until.toISOString() }
    }
    case 'reveal':
      return ok(deskOf(await reveal(services, scope, body.id)))
    case 'hideHard':
      await hideHard(services, scope, body.hides === 'yes')
      return ok('/staff#queues')
  }
})

/** Returns in which queue one holds a task now, or would. */
async function take(
  services: Services,
  scope: Scope,
  { queues, again }: { queues: readonly Queue[]; again: 'yes' | 'no' },
): Promise<Queue> {
  const { member, at } = scope
  return services.db.transaction().execute(async (trx) => {
    for (const queue of queues) await assertOpenTo(trx, member.id, queue)
    await noteWork(trx, member.id, at)
    const shown = withoutHard(queues, await hidesHardNow(trx, member.id, at))
    const [first] = shown
    if (first === undefined) {
      throw new ApiError('forbidden', LEAVES_HARD)
    }
    await takeFrom(trx, member.id, queues)
    for (const queue of shown) {
      if (again === 'yes') await forgetSkips(trx, queue, member.id)
      if (await taskHeldBy(trx, queue, member.id, at)) return queue
    }
    return (await leaseOpen(trx, scope, shown)) ?? first
  })
}

const MOST_GONE = 50

/**
 * Tasks whose photo, report or account is gone or decided are closed on the way. Returns the queue
 * of what one got.
 */
async function leaseOpen(trx: Trx, scope: Scope, queues: readonly Queue[]): Promise<Queue | null> {
  const { member, at } = scope
  const hidesHard = await hidesHardNow(trx, member.id, at)
  const shown = withoutHard(queues, hidesHard)
  for (let gone = 0; gone < MOST_GONE; gone += 1) {
    const task = await leaseFirst(trx, shown, member.id, at, { hidesHard })
    if (!task) return null
    if (await isOpenStill(trx, task)) {
      await giveBackOthers(trx, task.id, member.id, at)
      await recordAct(trx, scope, {
        action: 'staff.takeTask',
        subjectId: task.account_id,
        details: { task: task.id, queue: task.queue },
      })
      return task.queue
    }
    await closeTask(trx, task.id, { by: null, at, outcome: 'gone' })
  }
  return null
}

/**
 * After a task, the next of the queues that its holder took from and may still work in; returns
 * where that is worked on.
 */
export async function takeNext(trx: Trx, scope: Scope, queue: Queue): Promise<Queue> {
  return (await leaseOpen(trx, scope, await takenFrom(trx, scope.member.id, queue))) ?? queue
}

async function isOpenStill(
  trx: Trx,
  { queue, subject_id: subjectId, account_id: aboutId }: TaskRow,
): Promise<boolean> {
  if (queue === 'reports') return isReportOpen(trx, subjectId)
  // Their ends close their tasks.
  if (queue === 'appeals' || queue === 'removals') return true
  if (aboutId === null || (await isClosedForGood(trx, aboutId))) return false
  if (queue === 'poses') return isCheckWaiting(trx, subjectId)
  const picture = pictureIn(queue)
  if (picture === null) return true
  return picture === 'photo'
    ? (await photoToJudge(trx, subjectId))?.isRefused === false
    : sentPictures[picture].isOpen(trx, subjectId, matchQueues.includes(queue))
}

type Chosen = { queue: Queue; id: number }

async function choose(services: Services, scope: Scope, { queue, id }: Chosen): Promise<void> {
  const { member, at } = scope
  if (!opens(member.roles, MAY_CHOOSE)) throw new ApiError('otherRole')
  const task = await services.db.transaction().execute(async (trx) => {
    await assertOpenTo(trx, member.id, queue)
    const chosen = await leaseChosen(trx, scope, id)
    if (chosen && chosen.queue !== queue) throw notToTake()
    if (chosen) await giveBackOthers(trx, id, member.id, at)
    return chosen
  })
  if (!task) throw new ApiError('conflict', 'What it was about is gone. It is closed.')
}

const notToTake = () =>
  new ApiError(
    'conflict',
    'It is decided, in the hands of somebody else, about you, or hard, and you leave that to others for now. Nothing was changed.',
  )

/** Leases one by choice; null where what it was about is gone, and closes it. */
export async function leaseChosen(trx: Trx, scope: Scope, id: number): Promise<TaskRow | null> {
  const { member, at } = scope
  await noteWork(trx, member.id, at)
  const hidesHard = await hidesHardNow(trx, member.id, at)
  const task = await leaseTask(trx, id, { staffId: member.id, hidesHard, at })
  if (!task) throw notToTake()
  if (hidesHard && isHard(task.queue)) throw new ApiError('forbidden', LEAVES_HARD)
  if (!(await isOpenStill(trx, task))) {
    await closeTask(trx, id, { by: null, at, outcome: 'gone' })
    return null
  }
  await recordAct(trx, scope, {
    action: 'staff.takeTask',
    subjectId: task.account_id,
    details: { task: id, queue: task.queue, chosen: 'yes' },
  })
  return task
}

/** Returns where one goes on: after a skip, to the next one. */
async function release(
  services: Services,
  scope: Scope,
  { queue, id, skip }: Chosen & { skip: 'yes' | 'no' },
): Promise<string> {
  const { member, at } = scope
  const skips = skip === 'yes'
  return services.db.transaction().execute(async (trx) => {
    await noteWork(trx, member.id, at)
    const task = await heldTask(trx, scope, id)
    if (task.queue !== queue)
      throw new ApiError('conflict', 'This task is of another queue. Nothing was changed.')
    await releaseTask(trx, id, skips ? { by: member.id, at } : null)
    await recordAct(trx, scope, {
      action: skips ? 'staff.skipTask' : 'staff.releaseTask',
      subjectId: task.account_id,
      details: { task: id },
    })
    return skips ? deskOf(await takeNext(trx, scope, queue)) : '/staff'
  })
}

async function reveal(services: Services, scope: Scope, id: number): Promise<Queue> {
  return services.db.transaction().execute(async (trx) => {
    const task = await heldTask(trx, scope, id)
    await recordAct(trx, scope, {
      action: 'staff.revealPicture',
      subjectId: task.account_id,
      details: { task: id },
    })
    return task.queue
  })
}

async function hideHard(services: Services, { member, at }: Scope, hides: boolean): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    await hideHardQueues(trx, member.id, hides, at)
    if (hides) await releaseHard(trx, member.id)
  })
}

export const taskHandlers: Handler[] = [actHandler]
