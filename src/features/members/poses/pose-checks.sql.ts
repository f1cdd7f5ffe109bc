import { type Selectable, sql } from 'kysely'
import { closeTasksAbout } from '#core/tasks/tasks.sql.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import type { Database } from '#db/schema.ts'
import { later } from '#lib/clock.ts'
import { TRIES } from './pose-checks.ts'

export type PoseCheckRow = Selectable<Database['pose_checks']>

export async function latestCheck(
  db: Db | Trx,
  accountId: number,
): Promise<PoseCheckRow | undefined> {
  return db
    .selectFrom('pose_checks')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** When the member sent photos within the time of the limit, the oldest first. */
export async function recentTries(db: Db | Trx, accountId: number, at: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('pose_checks')
    .select(sql<Date>`sent_at`.as('sentAt'))
    .where('account_id', '=', accountId)
    .where('sent_at', '>', later(at, -TRIES.within))
    .orderBy('sent_at')
    .execute()
  return rows.map(({ sentAt }) => sentAt)
}

export async function askFor(trx: Trx, accountId: number, pose: string, at: Date): Promise<void> {
  await trx
    .insertInto('pose_checks')
    .values({ account_id: accountId, pose, asked_at: at })
    .execute()
}

export async function keepSent(trx: Trx, id: number, key: string, at: Date): Promise<void> {
  await trx.updateTable('pose_checks').set({ sent_at: at, key }).where('id', '=', id).execute()
}

export type PoseOutcome = 'approved' | 'refused' | 'withdrawn' | 'lapsed'

/** Ends a check, and its task; the caller then deletes its file. */
export async function endCheck(
  trx: Trx,
  id: number,
  end: { outcome: PoseOutcome; reason?: string; by: number | null; at: Date },
): Promise<void> {
  const { outcome, reason = null, by, at } = end
  await trx
    .updateTable('pose_checks')
    .set({
      outcome,
      reason,
      decided_by: by,
      decided_at: at,
      key: null,
    })
    .where('id', '=', id)
    .execute()
  await closeTasksAbout(trx, ['poses'], id, { by: null, at, outcome: 'gone' })
}

export async function ownerOfCheck(trx: Trx, id: number): Promise<number | undefined> {
  return (
    await trx.selectFrom('pose_checks').select('account_id').where('id', '=', id).executeTakeFirst()
  )?.account_id
}

export async function checkById(db: Db, id: number): Promise<PoseCheckRow | undefined> {
  return db.selectFrom('pose_checks').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function checkForUpdate(trx: Trx, id: number): Promise<PoseCheckRow | undefined> {
  return trx
    .selectFrom('pose_checks')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function isCheckWaiting(trx: Trx, id: number): Promise<boolean> {
  const check = await trx
    .selectFrom('pose_checks')
    .select('id')
    .where('id', '=', id)
    .where('sent_at', 'is not', null)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return check !== undefined
}

export async function posesThatExist(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('pose_checks')
    .select(sql<string>`key`.as('key'))
    .where('key', 'in', keys)
    .execute()
  return new Set(rows.map(({ key }) => key))
}

export function storedPoses(db: Db, after: number, most: number) {
  return db
    .selectFrom('pose_checks')
    .select(['id', sql<string>`key`.as('key'), sql.lit(1).as('files')])
    .where('id', '>', after)
    .where('key', 'is not', null)
    .orderBy('id')
    .limit(sql.lit(most))
    .execute()
}

/** Checks whose photo has been there since before `before`, without a decision. */
export async function overdueChecks(
  db: Db,
  before: Date,
  most: number,
): Promise<Array<{ id: number; accountId: number; key: string | null }>> {
  return db
    .selectFrom('pose_checks')
    .select(['id', 'account_id as accountId', 'key'])
    .where('sent_at', '<', before)
    .where('outcome', 'is', null)
    .orderBy('sent_at')
    .limit(sql.lit(most))
    .execute()
}
