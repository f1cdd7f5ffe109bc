import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/connection.server.ts'
import type { Actor } from './revisions.sql.ts'

const columns = [
  'id',
  'revision_id as revision',
  'due_at as dueAt',
  'set_by as setBy',
  'set_at as setAt',
  'brand',
  'needs_notice as needsNotice',
  'told_until as toldUntil',
  'told',
  'told_at as toldAt',
  'ended_at as endedAt',
  'outcome',
  'why',
] as const

export type Schedule = Awaited<ReturnType<typeof openSchedules>>[number]

/** Those whose time has not come, or that are about to be published; of some revisions, or all. */
export async function openSchedules(db: Db | Trx) {
  return db
    .selectFrom('content_schedules')
    .select(columns)
    .where('ended_at', 'is', null)
    .orderBy('due_at')
    .execute()
}

/** The last schedule of a revision, open or ended. */
export async function lastSchedule(
  db: Db | Trx,
  revisions: readonly number[],
): Promise<Schedule | undefined> {
  if (revisions.length === 0) return undefined
  return db
    .selectFrom('content_schedules')
    .select(columns)
    .where('revision_id', 'in', revisions)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The open schedule, locked until the transaction ends. */
export async function openSchedule(trx: Trx, revision: number): Promise<Schedule | undefined> {
  return trx
    .selectFrom('content_schedules')
    .select(columns)
    .where('revision_id', '=', revision)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function insertSchedule(
  trx: Trx,
  set: { revision: number; dueAt: Date; brand: string; needsNotice: boolean },
  { by, at }: Actor,
): Promise<void> {
  await trx
    .insertInto('content_schedules')
    .values({
      revision_id: set.revision,
      due_at: set.dueAt,
      brand: set.brand,
      needs_notice: set.needsNotice,
      set_by: by,
      set_at: at,
    })
    .execute()
}

/** Returns false if none was open. */
export async function endSchedule(
  trx: Trx,
  revision: number,
  outcome: 'published' | 'cancelled' | 'lapsed',
  { by, at, why = null }: { by: number | null; at: Date; why?: string | null },
): Promise<boolean> {
  const ended = await trx
    .updateTable('content_schedules')
    .set({ outcome, why, ended_at: at, ended_by: by })
    .where('revision_id', '=', revision)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  return ended.length > 0
}

/** Ends a schedule for a reason that its publisher is told. */
export function lapse(trx: Trx, revision: number, why: string, at: Date): Promise<boolean> {
  return endSchedule(trx, revision, 'lapsed', { by: null, at, why })
}

/** The next of which members are to be told; another process that tells them has locked its own. */
export async function lockNextNotice(
  trx: Trx,
  except: readonly number[],
): Promise<Schedule | undefined> {
  return trx
    .selectFrom('content_schedules')
    .select(columns)
    .where('ended_at', 'is', null)
    .where('needs_notice', '=', sql.lit(true))
    .where('told_at', 'is', null)
    .where(sql<boolean>`id <> all(${[...except]}::bigint[])`)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

export async function keepTold(
  trx: Trx,
  id: number,
  { until, told, done }: { until: number; told: number; done: Date | null },
): Promise<void> {
  await trx
    .updateTable('content_schedules')
    .set((eb) => ({ told_until: until, told: eb('told', '+', told), told_at: done }))
    .where('id', '=', id)
    .execute()
}
