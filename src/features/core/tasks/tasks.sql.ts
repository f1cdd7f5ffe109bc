import { type Expression, type RawBuilder, type Selectable, sql } from 'kysely'
import { ApiError } from '../../../api/errors.ts'
import type { Scope } from '../../../api/member.server.ts'
import { compiledOnce } from '../../../db/compiled-once.ts'
import type { Db, Trx } from '../../../db/connection.server.ts'
import { rowsOf } from '../../../db/rows-of.ts'
import { inSavepoint } from '../../../db/savepoint.server.ts'
import type { Database } from '../../../db/schema.ts'
import { later } from '../../../lib/clock.ts'
import { isOfStaff, isStaffNow } from '../accounts/account-status.sql.ts'
import { ABOUT_STAFF, type Queue, queues } from '../staff-accounts/queues.ts'
import { isLead, openQueues } from '../staff-accounts/roles.sql.ts'
import { HARD_PRIORITY, isHard, LEASE, pictureQueues, SKIPPED_FOR } from './tasks.ts'

export type TaskRow = Omit<
  Selectable<Database['tasks']>,
  'due_hour' | 'skipped_by' | 'skipped_until' | 'alarmed_at'
>
const UNIQUE_VIOLATION = '23505'
const columns = [
  'id',
  'queue',
  'brand',
  'account_id',
  'subject_id',
  'priority',
  'due_at',
  'opened_at',
  'leased_by',
  'leased_until',
  'closed_at',
  'closed_by',
  'outcome',
  'warned_at',
] as const

/**
 * `accountId`: whom the task is about; `subjectId`: of the photo, report, removal, appeal or hit. A higher
 * priority comes first.
 */
export type NewTask = {
  queue: Queue
  brand: string
  accountId: number | null
  subjectId: number
  priority: number
  dueAt: Date
  at: Date
}

/** Opens a task, or makes the one that is open about the same subject as urgent as this; returns its id. */
export async function openTask(trx: Trx, task: NewTask): Promise<number> {
  const { id } = await trx
    .insertInto('tasks')
    .values({
      queue: task.queue,
      brand: task.brand,
      account_id: task.accountId,
      subject_id: task.subjectId,
      priority: task.priority,
      due_at: task.dueAt,
      opened_at: task.at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['queue', 'subject_id'])
        .where('closed_at', 'is', null)
        .doUpdateSet({
          due_at: sql`least(tasks.due_at, excluded.due_at)`,
          priority: sql`greatest(tasks.priority, excluded.priority)`,
        }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Makes an open task as urgent as this. */
export async function hastenTask(
  trx: Trx,
  queue: Queue,
  subjectId: number,
  { priority, dueAt }: { priority: number; dueAt: Date },
): Promise<void> {
  await trx
    .updateTable('tasks')
    .set({
      due_at: sql`least(due_at, ${dueAt})`,
      priority: sql`greatest(priority, ${priority}::smallint)`,
    })
    .where('queue', '=', queue)
    .where('subject_id', '=', subjectId)
    .where('closed_at', 'is', null)
    .execute()
}

/** What is about staff is for leads. */
const isOpenTo = (staffId: number) =>
  sql<boolean>`(${isLead(staffId)} or account_id is null or not ${isOfStaff(sql.ref('tasks.account_id'))})`

/** A lease ends with its time, and where its holder is banned or staff no more. */
const isFree = (at: Date) =>
  sql<boolean>`(leased_until is null or leased_until <= ${at} or not ${isStaffNow(sql.ref('tasks.leased_by'))})`

const leasedNext = compiledOnce(
  (
    db,
    {
      queue,
      staffId,
      below,
      at,
      until,
    }: { queue: Queue; staffId: number; below: number; at: Date; until: Date },
  ) =>
    db
      .with('next', (cte) =>
        cte
          .selectFrom('tasks')
          .select('id')
          .where('queue', '=', queue)
          .where('closed_at', 'is', null)
          .where('priority', '<', below)
          .where((eb) => eb.or([eb('account_id', 'is', null), eb('account_id', '<>', staffId)]))
          .where((eb) =>
            eb.or([
              eb('skipped_by', 'is', null),
              eb('skipped_by', '<>', staffId),
              eb('skipped_until', '<=', at),
            ]),
          )
          .where(isOpenTo(staffId))
          .where(isFree(at))
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
      .returning(columns),
)

/**
 * Leases the next task of a queue: by the hour in which it is due, then priority, then age, so that much that is urgent
 * delays nothing past its hour. Never one about oneself, nor, but for leads, about staff,
 * nor, with `hidesHard`, a hard one; two who ask at the same moment
 * get two tasks.
 */
export async function leaseNext(
  trx: Trx,
  queue: Queue,
  staffId: number,
  at: Date,
  { hidesHard } = { hidesHard: false },
): Promise<TaskRow | undefined> {
  const below = hidesHard ? HARD_PRIORITY : HARD_PRIORITY + 1
  const [row] = await leasedNext(trx, { queue, staffId, below, at, until: later(at, LEASE) })
  return row
}

/** The task of a queue that somebody holds now. */
export async function taskHeldBy(
  db: Db | Trx,
  queue: Queue,
  staffId: number,
  at: Date,
): Promise<TaskRow | undefined> {
  return db
    .selectFrom('tasks')
    .select(columns)
    .where('leased_by', '=', staffId)
    .where('leased_until', '>', at)
    .where('queue', '=', queue)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .limit(sql.lit(1))
    .executeTakeFirst()
}

/** Others who hold a task of a queue now. */
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
 * The task, locked, if it is this member of staff who holds it. Throws `notFound`, `forbidden` for a task about oneself,
 * about staff, but for leads, or in a queue that is not theirs, and `conflict` if it is closed or the lease is lost.
 */
export async function heldTask(trx: Trx, { member, at }: Scope, id: number): Promise<TaskRow> {
  const found = await trx
    .selectFrom('tasks')
    .select([...columns, isOpenTo(member.id).as('isOpenTo')])
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

/**
 * Opens a closed task again, not if a newer one is open, or one about the same picture in the queue of matches. `holderId` has it then, and gives back what else they hold of the
 * queue; null for nobody.
 */
export async function reopenTask(
  trx: Trx,
  id: number,
  holderId: number | null,
  at: Date,
): Promise<void> {
  const reopened = sql<{ queue: Queue }>`
    update tasks set closed_at = null, closed_by = null, outcome = null, leased_by = ${holderId}, leased_until = ${holderId === null ? null : later(at, LEASE)}
    where id = ${id} and not exists (
      select from tasks other
      where other.queue in (tasks.queue, case tasks.queue when 'photos' then 'matches' when 'viewOnce' then 'viewOnceMatches' end)
        and other.subject_id = tasks.subject_id and other.closed_at is null)
    returning queue`
  // One that is opened at this moment is not seen, and stands in the way all the same.
  const queue = await inSavepoint(trx, () => reopened.execute(trx)).then(
    ({ rows }) => rows[0]?.queue,
    (error: unknown) => {
      if (!isTaken(error)) throw error
      return undefined
    },
  )
  if (queue === undefined || holderId === null) return
  await trx
    .updateTable('tasks')
    .set({ leased_by: null, leased_until: null })
    .where('leased_by', '=', holderId)
    .where('queue', '=', queue)
    .where('id', '<>', id)
    .execute()
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
    .where((eb) =>
      eb.or([eb('queue', 'in', queues.filter(isHard)), eb('priority', '>=', HARD_PRIORITY)]),
    )
    .execute()
}

/** Of a task about a picture that a list knows by now: it goes on in the queue of matches. */
export const MATCHED = 'matched'

/** `by` is null for the operator and for what ends by itself; `outcome` is a word for the figures. */
export type Closing = { by: number | null; at: Date; outcome: string }

export async function closeTask(trx: Trx, id: number, { by, at, outcome }: Closing): Promise<void> {
  await trx
    .updateTable('tasks')
    .set({ closed_at: at, closed_by: by, outcome, leased_by: null, leased_until: null })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .execute()
}

/** Closes what is open about a subject in these queues, whoever holds it. */
export async function closeTasksAbout(
  trx: Db | Trx,
  queues: readonly Queue[],
  subjectId: number,
  { by, at, outcome }: Closing,
): Promise<void> {
  await trx
    .updateTable('tasks')
    .set({ closed_at: at, closed_by: by, outcome, leased_by: null, leased_until: null })
    .where('queue', 'in', queues)
    .where('subject_id', '=', subjectId)
    .where('closed_at', 'is', null)
    .execute()
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION
}

const MOST_REOPENED = 200
/** Tasks about somebody's things are closed as gone where the account is closed for good. */
const endWithAccount: readonly Queue[] = [...pictureQueues, 'fraud']

/**
 * Opens new tasks for what was closed without a decision since an account was closed: it is open again. What is really
 * gone is closed again when it is taken.
 */
export async function openAgainAbout(
  trx: Trx,
  accountId: number,
  { since, dueAt, at }: { since: Date; dueAt: Date; at: Date },
): Promise<void> {
  const gone = await trx
    .selectFrom('tasks')
    .select(['queue', 'brand', 'subject_id', 'priority'])
    .where('account_id', '=', accountId)
    .where('queue', 'in', endWithAccount)
    .where('closed_by', 'is', null)
    .where('outcome', '=', 'gone')
    .where('closed_at', '>=', since)
    .orderBy('id')
    .limit(sql.lit(MOST_REOPENED))
    .execute()
  for (const { queue, brand, subject_id: subjectId, priority } of gone)
    await openTask(trx, { queue, brand, accountId, subjectId, priority, dueAt, at })
}

/** What staff decided last about a subject, of which a task was about an account; null if nobody has. */
export function outcomeAbout(
  queue: Queue,
  accountId: Expression<number>,
  subjectId: Expression<number | null>,
): RawBuilder<string | null> {
  return sql<string | null>`(
    select outcome from tasks
    where queue = ${sql.lit(queue)} and account_id = ${accountId} and subject_id = ${subjectId} and closed_by is not null
    order by id desc limit 1
  )`
}

/** The task about a subject that staff closed last in these queues, where none is open; undefined if there is none. */
export async function lastDecidedAbout(
  trx: Trx,
  queues: readonly Queue[],
  accountId: number,
  subjectId: number,
): Promise<{ by: number; outcome: string } | undefined> {
  const row = await trx
    .selectFrom('tasks')
    .select(['closed_by as by', 'outcome'])
    .where('account_id', '=', accountId)
    .where('queue', 'in', queues)
    .where('subject_id', '=', subjectId)
    .orderBy('id', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst()
  return row && row.by !== null && row.outcome !== null
    ? { by: row.by, outcome: row.outcome }
    : undefined
}

/** What staff decided last about an account in a queue, in tasks that were closed between two moments; null if nobody has. */
export function decidedSince(
  queue: Queue,
  accountId: Expression<number>,
  { from, to }: { from: Expression<Date>; to: Date },
): RawBuilder<string | null> {
  return sql<string | null>`(
    select outcome from tasks
    where queue = ${sql.lit(queue)} and account_id = ${accountId} and closed_by is not null and closed_at >= ${from} and closed_at <= ${to}::timestamptz
    order by id desc limit 1
  )`
}

/** The task that such a decision closed. */
export async function taskDecidedSince(
  trx: Trx,
  queue: Queue,
  accountId: number,
  { from, to }: { from: Date; to: Date },
): Promise<{ id: number; outcome: string | null } | undefined> {
  return trx
    .selectFrom('tasks')
    .select(['id', 'outcome'])
    .where('queue', '=', queue)
    .where('account_id', '=', accountId)
    .where('closed_by', 'is not', null)
    .where('closed_at', '>=', from)
    .where('closed_at', '<=', to)
    .orderBy('id', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst()
}

/** Whether a task about an account waits in a queue. */
export function isOpenAbout(queue: Queue, accountId: Expression<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from tasks where queue = ${sql.lit(queue)} and account_id = ${accountId} and closed_at is null)`
}

/** Whether a task about a subject waits in a queue. */
export async function isOpenFor(trx: Trx, queue: Queue, subjectId: number): Promise<boolean> {
  const open = trx
    .selectFrom('tasks')
    .select('id')
    .where('queue', '=', queue)
    .where('subject_id', '=', subjectId)
    .where('closed_at', 'is', null)
  return (await open.executeTakeFirst()) !== undefined
}

/** A task that somebody else may hold; `heldTask` is for whoever decides. */
export async function taskById(db: Db | Trx, id: number): Promise<TaskRow | undefined> {
  return db.selectFrom('tasks').select(columns).where('id', '=', id).executeTakeFirst()
}

const MOST_COUNTED = 10_000

export type QueueLoad = {
  queue: Queue
  open: number
  held: number
  oldest: Date | null
  nextDue: Date | null
}

/** What is open in each of these queues, counted up to 10,000. `held`: those that somebody looks at now. */
export async function queueLoads(db: Db, queues: readonly Queue[], at: Date): Promise<QueueLoad[]> {
  if (queues.length === 0) return []
  const { rows } = await sql<QueueLoad>`
    select names.value as queue,
      (select count(*)::int from (select from tasks j where j.queue = names.value and closed_at is null limit ${sql.lit(MOST_COUNTED)}) counted) as open,
      (select count(*)::int from tasks j where leased_by is not null and leased_until > ${at} and j.queue = names.value) as held,
      (select opened_at from tasks j where j.queue = names.value and closed_at is null order by opened_at limit 1) as oldest,
      (select due_at from tasks j where j.queue = names.value and closed_at is null order by due_hour limit 1) as "nextDue"
    from ${rowsOf(queues)} names`.execute(db)
  return rows
}

/** When the task of each of these queues is due that is due first, of those that are open or among `awaited`. */
export async function firstDue(
  db: Db,
  of: readonly Queue[],
  awaited: RawBuilder<number>,
): Promise<Map<Queue, Date>> {
  const { rows } = await sql<{ queue: Queue; dueAt: Date | null }>`
    select names.value as queue,
      least((select due_at from tasks j where j.queue = names.value and closed_at is null order by due_hour, due_at limit 1), closed.due_at) as "dueAt"
    from ${rowsOf(of)} names
    left join (select queue, min(due_at) as due_at from tasks where id in (${awaited}) group by queue) closed on closed.queue = names.value`.execute(
    db,
  )
  return new Map(
    rows.flatMap(({ queue, dueAt }) => (dueAt === null ? [] : [[queue, dueAt] as const])),
  )
}
