import { type Expression, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { inSavepoint } from '#db/savepoint.server.ts'
import type { Database } from '#db/schema.ts'
import { later } from '#lib/clock.ts'
import { count } from '../figures/counting.sql.ts'
import type { Queue } from '../staff-accounts/queues.ts'
import { LEASE, pictureQueues } from './tasks.ts'

export type TaskRow = Omit<
  Selectable<Database['tasks']>,
  'due_hour' | 'skipped_by' | 'skipped_until' | 'alarmed_at'
>
const UNIQUE_VIOLATION = '23505'
export const taskColumns = [
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
 * `accountId`: whom the task is about; `subjectId`: of the photo, report, removal, appeal or hit. A
 * higher priority comes first.
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

/**
 * Opens a task, or makes the one that is open about the same subject as urgent as this; returns its
 * id.
 */
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

/**
 * Opens a closed task again, not if a newer one is open, or one about the same picture in the queue
 * of matches. `holderId` has it then, and gives back what else they hold; null for nobody.
 */
export async function reopenTask(
  trx: Trx,
  id: number,
  holderId: number | null,
  at: Date,
): Promise<void> {
  const reopened = sql`
    update tasks set closed_at = null, closed_by = null, outcome = null, leased_by = ${holderId}, leased_until = ${holderId === null ? null : later(at, LEASE)}
    where id = ${id} and not exists (
      select from tasks other
      where other.queue in (tasks.queue, case tasks.queue when 'photos' then 'matches' when 'viewOnce' then 'viewOnceMatches' when 'chatPhotos' then 'chatPhotoMatches' end)
        and other.subject_id = tasks.subject_id and other.closed_at is null)`
  // One that is opened at this moment is not seen, and stands in the way all the same.
  const isReopened = await inSavepoint(trx, () => reopened.execute(trx)).then(
    ({ numAffectedRows = 0n }) => numAffectedRows > 0n,
    (error: unknown) => {
      if (!isTaken(error)) throw error
      return false
    },
  )
  if (isReopened && holderId !== null) await giveBackOthers(trx, id, holderId, at)
}

/** Somebody holds one task: what else they hold, of whichever queue, goes back. */
export async function giveBackOthers(
  trx: Trx,
  id: number,
  holderId: number,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('tasks')
    .set({ leased_by: null, leased_until: null })
    .where('leased_by', '=', holderId)
    .where('leased_until', '>', at)
    .where('id', '<>', id)
    .execute()
}

/** Of a task about a picture that a list knows by now: it goes on in the queue of matches. */
export const MATCHED = 'matched'

/**
 * `by` is null for the operator and for what ends by itself; `outcome` is a word for the figures.
 */
type Closing = { by: number | null; at: Date; outcome: string }

const closed = ({ by, at, outcome }: Closing) => ({
  closed_at: at,
  closed_by: by,
  outcome,
  leased_by: null,
  leased_until: null,
})

export async function closeTask(trx: Trx, id: number, closing: Closing): Promise<void> {
  const closedNow = await trx
    .updateTable('tasks')
    .set(closed(closing))
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning(['brand', 'queue'])
    .executeTakeFirst()
  if (closedNow && closing.by !== null)
    await count(trx, {
      brand: closedNow.brand,
      measure: 'task',
      detail: closedNow.queue,
      at: closing.at,
    })
}

/** Closes what is open about a subject in these queues, whoever holds it. */
export async function closeTasksAbout(
  trx: Db | Trx,
  queues: readonly Queue[],
  subjectId: number,
  closing: Closing,
): Promise<void> {
  await trx
    .updateTable('tasks')
    .set(closed(closing))
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
const endWithAccount: readonly Queue[] = [...pictureQueues, 'fraud', 'poses']

/**
 * Opens new tasks for what was closed without a decision since an account was closed: it is open
 * again. What is really gone is closed again when it is taken.
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

export function isOpenAbout(queue: Queue, accountId: Expression<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from tasks where queue = ${sql.lit(queue)} and account_id = ${accountId} and closed_at is null)`
}

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
  return db.selectFrom('tasks').select(taskColumns).where('id', '=', id).executeTakeFirst()
}
