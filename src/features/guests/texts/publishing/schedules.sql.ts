import { sql } from 'kysely'
import type { NewTerms } from '#db/columns.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import type { Actor } from '../history/revisions.sql.ts'

const columns = [
  'id',
  'revision_id as revision',
  'due_at as dueAt',
  'set_by as setBy',
  'set_at as setAt',
  'brand',
  'notice',
  'told_until as toldUntil',
  'told',
  'untold',
  'told_at as toldAt',
  'retracted_until as retractedUntil',
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
  set: { revision: number; dueAt: Date; brand: string; notice: readonly NewTerms[] | null },
  { by, at }: Actor,
): Promise<void> {
  await trx
    .insertInto('content_schedules')
    .values({
      revision_id: set.revision,
      due_at: set.dueAt,
      brand: set.brand,
      notice: set.notice && JSON.stringify(set.notice),
      set_by: by,
      set_at: at,
    })
    .execute()
}

/**
 * Returns false if none was open. Members who were told of it are told next that it does not come.
 */
export async function endSchedule(
  trx: Trx,
  revision: number,
  outcome: 'published' | 'cancelled' | 'lapsed',
  { by, at, why = null }: { by: number | null; at: Date; why?: string | null },
): Promise<boolean> {
  const isOff = outcome !== 'published'
  const ended = await trx
    .updateTable('content_schedules')
    .set({ outcome, why, ended_at: at, ended_by: by })
    .$if(isOff, (query) => query.set({ retracted_until: sql`case when told > 0 then 0 end` }))
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

/**
 * The next that members are to be told of: first whatever does not come, so that what comes instead
 * is told after it. Another process that tells them has locked its own.
 */
export async function lockNextNotice(
  trx: Trx,
  except: readonly number[],
): Promise<Schedule | undefined> {
  const next = trx
    .selectFrom('content_schedules')
    .select(columns)
    .where(sql<boolean>`id <> all(${[...except]}::bigint[])`)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
  const retracted = await next.where('retracted_until', 'is not', null).executeTakeFirst()
  if (retracted) return retracted
  return next
    .where('ended_at', 'is', null)
    .where('notice', 'is not', null)
    .where('told_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('content_schedules as other')
            .select('id')
            .where('other.retracted_until', 'is not', null),
        ),
      ),
    )
    .executeTakeFirst()
}

/** Of some members: how many a mail was queued for, and up to whom. */
export type Told = { until: number; told: number; untold: number; isAll: boolean }

export async function keepTold(
  trx: Trx,
  id: number,
  { until, told, untold, isAll }: Told,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('content_schedules')
    .set((eb) => ({
      told_until: until,
      told: eb('told', '+', told),
      untold: eb('untold', '+', untold),
      told_at: isAll ? at : null,
    }))
    .where('id', '=', id)
    .execute()
}

export async function keepRetracted(
  trx: Trx,
  id: number,
  { until, isAll }: Pick<Told, 'until' | 'isAll'>,
): Promise<void> {
  await trx
    .updateTable('content_schedules')
    .set({ retracted_until: isAll ? null : until })
    .where('id', '=', id)
    .execute()
}
