import { sql } from 'kysely'
import { ApiError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import { compiledOnce } from '#db/compiled-once.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { later } from '#lib/clock.ts'
import { isOfStaff, isStaffNow } from '../accounts/standing/account-status.sql.ts'
import { ABOUT_STAFF, type Queue, queues } from '../staff-accounts/queues.ts'
import { isLead, openQueues } from '../staff-accounts/roles.sql.ts'
import { taskColumns, type TaskRow } from './tasks.sql.ts'
import { HARD_PRIORITY, isHard, LEASE, SKIPPED_FOR, withoutHard } from './tasks.ts'

/** What is about staff is for leads. */
const isOpenTo = (staffId: number) =>
  sql<boolean>`(${isLead(staffId)} or account_id is null or not ${isOfStaff(sql.ref('tasks.account_id'))})`

/** A lease ends with its time, and where its holder is banned or staff no more. */
export const isFree = (at: Date) =>
  sql<boolean>`(leased_until is null or leased_until <= ${at} or not ${isStaffNow(sql.ref('tasks.leased_by'))})`

const isHardTask = sql<boolean>`(queue in (${sql.join(queues.filter(isHard))}) or priority >= ${sql.lit(HARD_PRIORITY)})`

/** Whoever works, and whether they leave hard tasks to others for now. */
export type Worker = { staffId: number; hidesHard: boolean; at: Date }

/** The priority below which tasks are given to somebody. */
export const belowHard = (hidesHard: boolean): number =>
  hidesHard ? HARD_PRIORITY : HARD_PRIORITY + 1

type Whose = { staffId: number; below: number }

/**
 * Of what is open, what somebody is given: nothing about themselves, and what is about staff as a
 * lead alone.
 */
export const isFor = ({ staffId, below }: Whose) =>
  sql<boolean>`(closed_at is null and priority < ${below} and (account_id is null or account_id <> ${staffId}) and ${isOpenTo(staffId)})`

type Taker = { queue: Queue; staffId: number; below: number; at: Date }

/** What somebody can take of a queue. */
const freeFor = (db: Pick<Db, 'selectFrom'>, { queue, at, ...whose }: Taker) =>
  db
    .selectFrom('tasks')
    .select('id')
    .where('queue', '=', queue)
    .where(isFor(whose))
    .where((eb) =>
      eb.or([
        eb('skipped_by', 'is', null),
        eb('skipped_by', '<>', whose.staffId),
        eb('skipped_until', '<=', at),
      ]),
    )
    .where(isFree(at))

const leasedNext = compiledOnce((db, { staffId, until, ...taker }: Taker & { until: Date }) =>
  db
    .with('next', (cte) =>
      freeFor(cte, { ...taker, staffId })
        .orderBy('due_hour')
        .orderBy('priority', 'desc')
        .orderBy('opened_at')
        .orderBy('id')
        .limit(sql.lit(1))
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('tasks')
    .set({ leased_by: staffId, leased_until: until })
    .where('id', '=', (eb) => eb.selectFrom('next').select('next.id'))
    .returning(taskColumns),
)

/**
 * Leases the next task of a queue: by the hour in which it is due, then priority, then age. Never
 * one about oneself, nor, but for leads, about staff, nor, with `hidesHard`, a hard one.
 */
export async function leaseNext(
  trx: Trx,
  queue: Queue,
  staffId: number,
  at: Date,
  { hidesHard } = { hidesHard: false },
): Promise<TaskRow | undefined> {
  const taker = { queue, staffId, below: belowHard(hidesHard), at }
  const [row] = await leasedNext(trx, { ...taker, until: later(at, LEASE) })
  return row
}

type Rank = { due_hour: Date; priority: number; opened_at: Date; id: number }
const inOrder = (a: Rank, b: Rank) =>
  a.due_hour.getTime() - b.due_hour.getTime() ||
  b.priority - a.priority ||
  a.opened_at.getTime() - b.opened_at.getTime() ||
  a.id - b.id

const firstFree = compiledOnce((db, taker: Taker) =>
  freeFor(db, taker)
    .select(['due_hour', 'priority', 'opened_at'])
    .orderBy('due_hour')
    .orderBy('priority', 'desc')
    .orderBy('opened_at')
    .orderBy('id')
    .limit(sql.lit(1)),
)

/**
 * As `leaseNext`, of what is first in several queues; one that somebody else gets meanwhile makes
 * room for the next.
 */
export async function leaseFirst(
  trx: Trx,
  queues: readonly Queue[],
  staffId: number,
  at: Date,
  { hidesHard } = { hidesHard: false },
): Promise<TaskRow | undefined> {
  const below = belowHard(hidesHard)
  const first: Array<Rank & { queue: Queue }> = []
  for (const queue of queues.length > 1 ? queues : []) {
    const [row] = await firstFree(trx, { queue, staffId, below, at })
    if (row) first.push({ ...row, queue })
  }
  const order = queues.length > 1 ? first.toSorted(inOrder).map(({ queue }) => queue) : queues
  for (const queue of order) {
    const task = await leaseNext(trx, queue, staffId, at, { hidesHard })
    if (task) return task
  }
  return undefined
}

/**
 * Of these queues: whether there is a task that somebody can take, how many more they could if they
 * had not skipped them, and whether they leave hard ones to others that they could.
 */
export async function leftFor(
  db: Db,
  queues: readonly Queue[],
  { staffId, hidesHard, at }: Worker,
): Promise<{ isAnyFree: boolean; skipped: number; leavesHard: boolean }> {
  const below = belowHard(hidesHard)
  const shown = withoutHard(queues, hidesHard)
  const [skipped, hidden, ...free] = await Promise.all([
    shown.length === 0
      ? []
      : db
          .selectFrom('tasks')
          .select('id')
          .where('skipped_by', '=', staffId)
          .where('skipped_until', '>', at)
          .where('queue', 'in', shown)
          .where(isFor({ staffId, below }))
          .where(isFree(at))
          .execute(),
    hidesHard && queues.length > 0
      ? db
          .selectFrom('tasks')
          .select('id')
          .where('queue', 'in', queues)
          .where(isFor({ staffId, below: belowHard(false) }))
          .where(isHardTask)
          .where(isFree(at))
          .limit(sql.lit(1))
          .execute()
      : [],
    ...shown.map((queue) => firstFree(db, { queue, staffId, below, at })),
  ])
  return {
    isAnyFree: free.some((rows) => rows.length > 0),
    skipped: skipped.length,
    leavesHard: hidden.length > 0,
  }
}

/** What somebody has skipped of a queue is given to them again. */
export async function forgetSkips(trx: Trx, queue: Queue, staffId: number): Promise<void> {
  await trx
    .updateTable('tasks')
    .set({ skipped_by: null, skipped_until: null })
    .where('skipped_by', '=', staffId)
    .where('queue', '=', queue)
    .where('closed_at', 'is', null)
    .execute()
}

export async function taskHeldBy(
  db: Db | Trx,
  queue: Queue,
  staffId: number,
  at: Date,
): Promise<TaskRow | undefined> {
  return db
    .selectFrom('tasks')
    .select(taskColumns)
    .where('leased_by', '=', staffId)
    .where('leased_until', '>', at)
    .where('queue', '=', queue)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .limit(sql.lit(1))
    .executeTakeFirst()
}

export async function holdersOf(
  db: Db,
  queue: Queue,
  { but, at }: { but: number; at: Date },
): Promise<number[]> {
  const rows = await db
    .selectFrom('tasks')
    .select(sql<number>`leased_by`.as('id'))
    .distinct()
    .where('leased_by', 'is not', null)
    .where('leased_by', '<>', but)
    .where('leased_until', '>', at)
    .where('queue', '=', queue)
    .orderBy('leased_by')
    .limit(sql.lit(20))
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * The task, locked, if it is this member of staff who holds it. Throws `notFound`, `forbidden` for
 * a task about oneself, about staff, but for leads, or in a queue that is not theirs, and
 * `conflict` if it is closed or the lease is lost.
 */
export async function heldTask(trx: Trx, { member, at }: Scope, id: number): Promise<TaskRow> {
  const found = await trx
    .selectFrom('tasks')
    .select([...taskColumns, isOpenTo(member.id).as('isOpenTo')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new ApiError('notFound', { detail: 'There is no such task.' })
  const { isOpenTo: mayDecide, ...task } = found
  if (task.account_id === member.id)
    throw new ApiError('forbidden', {
      detail: 'This is about you. Somebody else decides about it.',
    })
  if (!mayDecide) throw new ApiError('forbidden', { detail: ABOUT_STAFF })
  if (!(await openQueues(trx, member.id)).includes(task.queue))
    throw new ApiError('forbidden', { detail: 'This queue is not open to you.' })
  if (task.closed_at !== null)
    throw new ApiError('conflict', { detail: 'This task is closed already. Nothing was changed.' })
  if (task.leased_by !== member.id || task.leased_until === null || task.leased_until <= at) {
    throw new ApiError('conflict', {
      detail:
        'You do not hold this task any more: its five minutes are over, and somebody else may have it. Nothing was changed.',
    })
  }
  return task
}

/** Renews a lease; the caller has the task by `heldTask`. */
export async function renewLease(trx: Trx, id: number, at: Date): Promise<Date> {
  const until = later(at, LEASE)
  await trx.updateTable('tasks').set({ leased_until: until }).where('id', '=', id).execute()
  return until
}

/** Gives a task back; one that was skipped is not given to the same person for an hour. */
export async function releaseTask(
  trx: Trx,
  id: number,
  skipped: { by: number; at: Date } | null,
): Promise<void> {
  await trx
    .updateTable('tasks')
    .set({
      leased_by: null,
      leased_until: null,
      ...(skipped && { skipped_by: skipped.by, skipped_until: later(skipped.at, SKIPPED_FOR) }),
    })
    .where('id', '=', id)
    .execute()
}

/** Gives back what somebody holds that is hard, as `leaseNext` knows it. */
export async function releaseHard(trx: Trx, staffId: number): Promise<void> {
  await trx
    .updateTable('tasks')
    .set({ leased_by: null, leased_until: null })
    .where('leased_by', '=', staffId)
    .where(isHardTask)
    .execute()
}
