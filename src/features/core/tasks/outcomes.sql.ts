import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { isBefore } from '#db/is-before.ts'
import type { Cursor } from '#lib/cursor.ts'
import type { Queue } from '../staff-accounts/queues.ts'

/**
 * What staff decided last about a subject, of which a task was about an account; null if nobody
 * has.
 */
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

/**
 * The task about a subject that staff closed last in these queues, where none is open; undefined if
 * there is none.
 */
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

/**
 * What staff decided last about an account in a queue, in tasks that were closed between two
 * moments; null if nobody has.
 */
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

export type TaskAbout = {
  id: number
  queue: Queue
  at: Date
  closedAt: Date | null
  closedBy: number | null
  outcome: string | null
}

/** Tasks about an account in some queues, the latest first. */
export function tasksBefore(
  db: Db,
  { accountId, queues }: { accountId: number; queues: readonly Queue[] },
  before: Cursor,
  most: number,
): Promise<TaskAbout[]> {
  return db
    .selectFrom('tasks')
    .select([
      'id',
      'queue',
      'opened_at as at',
      'closed_at as closedAt',
      'closed_by as closedBy',
      'outcome',
    ])
    .where('account_id', '=', accountId)
    .where('queue', 'in', queues)
    .where(isBefore('opened_at', 'id', before))
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(most))
    .execute()
}

/** In which queue each of these tasks was. */
export async function queuesOf(db: Db, taskIds: readonly number[]): Promise<Map<number, Queue>> {
  if (taskIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('tasks')
    .select(['id', 'queue'])
    .where('id', 'in', taskIds)
    .execute()
  return new Map(rows.map(({ id, queue }) => [id, queue]))
}
