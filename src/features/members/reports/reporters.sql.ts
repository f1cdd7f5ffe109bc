import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import type { Accuracy } from './evidence.ts'

export async function isMutedReporter(db: Db | Trx, accountId: number, at: Date): Promise<boolean> {
  const row = await db
    .selectFrom('muted_reporters')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('until', '>', at)
    .executeTakeFirst()
  return row !== undefined
}

/** `until` is null to end it. Returns whether anything changed. */
export async function muteReporter(
  trx: Trx,
  accountId: number,
  { until, by, at }: { until: Date | null; by: number; at: Date },
): Promise<boolean> {
  if (until === null) {
    const { numDeletedRows } = await trx
      .deleteFrom('muted_reporters')
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }
  const row = { until, muted_at: at, muted_by: by }
  await trx
    .insertInto('muted_reporters')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
  return true
}

export async function mutedUntil(
  db: Db | Trx,
  accountIds: readonly number[],
  at: Date,
): Promise<Map<number, Date>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('muted_reporters')
    .select(['account_id', 'until'])
    .where('account_id', 'in', accountIds)
    .where('until', '>', at)
    .execute()
  return new Map(rows.map(({ account_id: id, until }) => [id, until]))
}

const MOST = 200

export async function mutedReporters(db: Db, at: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('muted_reporters')
    .select('account_id as id')
    .where('until', '>', at)
    .orderBy('until')
    .limit(sql.lit(MOST))
    .execute()
  return rows.map(({ id }) => id)
}

const counts = [
  sql<number>`count(*)::int`.as('made'),
  sql<number>`count(*) filter (where closed_at is not null and outcome is distinct from 'setAside')::int`.as(
    'decided',
  ),
  sql<number>`count(*) filter (where closed_at is not null and coalesce(outcome, 'none') not in ('none', 'noBreach', 'setAside'))::int`.as(
    'acted',
  ),
] as const

export function accuracies(db: Db | Trx, accountIds: readonly number[]) {
  return db
    .selectFrom('reports')
    .select('reporter_id as id')
    .select(counts)
    .where('reporter_id', 'in', accountIds)
    .groupBy('reporter_id')
}

export async function accuracyOf(
  db: Db | Trx,
  accountIds: readonly number[],
): Promise<Map<number, Accuracy>> {
  if (accountIds.length === 0) return new Map()
  const rows = await accuracies(db, accountIds).execute()
  return new Map(rows.map(({ id, ...accuracy }) => [id, accuracy]))
}

const LOOKED_AT = 5000

/** Those whose reports were decided last, by the decisions of them all. */
export async function lastReporters(db: Db): Promise<Map<number, Accuracy>> {
  const decided = db
    .selectFrom('reports')
    .select('reporter_id as id')
    .where('closed_at', 'is not', null)
    .orderBy('closed_at', 'desc')
    .limit(sql.lit(LOOKED_AT))
  const { rows } = await sql<{
    id: number
  }>`select distinct id from (${decided}) as decided`.execute(db)
  return accuracyOf(
    db,
    rows.map(({ id }) => id),
  )
}
