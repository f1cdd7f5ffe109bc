import { sql } from 'kysely'
import type { Db } from '#db/connection.server.ts'

type DifferenceKind = 'missed' | 'altered' | 'unlisted'

export function lastReconciliation(
  db: Db,
  provider: string,
): Promise<{ night: Date; coveredUntil: Date } | undefined> {
  return db
    .selectFrom('reconciliations')
    .select(['night', 'covered_until as coveredUntil'])
    .where('provider', '=', provider)
    .orderBy('night', 'desc')
    .limit(1)
    .executeTakeFirst()
}

type Night = {
  provider: string
  night: Date
  coveredUntil: Date
  checked: number
  differences: number
  at: Date
}

export async function noteReconciliation(
  db: Db,
  { provider, night, coveredUntil, checked, differences, at }: Night,
): Promise<void> {
  const row = { covered_until: coveredUntil, checked, differences, finished_at: at }
  await db
    .insertInto('reconciliations')
    .values({ provider, night, ...row })
    .onConflict((conflict) => conflict.columns(['provider', 'night']).doUpdateSet(row))
    .execute()
}

export type Difference = {
  provider: string
  eventId: string
  kind: DifferenceKind
  type: string
  order: number
  detail: string
  foundAt: Date
  closedAt: Date | null
}

/** Found again on a later night, it stays as it was. */
export async function insertDifference(
  db: Db,
  { provider, eventId, kind, type, order, detail, foundAt, closedAt }: Difference,
): Promise<void> {
  await db
    .insertInto('payment_differences')
    .values({
      provider,
      event_id: eventId,
      kind,
      type,
      order_id: order,
      detail,
      found_at: foundAt,
      closed_at: closedAt,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id', 'kind']).doNothing())
    .execute()
}

/** Newest first; with those that were repaired since `since`. */
export function differencesSince(db: Db, since: Date, most: number): Promise<Difference[]> {
  return db
    .selectFrom('payment_differences')
    .select([
      'provider',
      'event_id as eventId',
      'kind',
      'type',
      'order_id as order',
      'detail',
      'found_at as foundAt',
      'closed_at as closedAt',
    ])
    .where((where) => where.or([where('closed_at', 'is', null), where('found_at', '>=', since)]))
    .orderBy('found_at', 'desc')
    .orderBy('event_id')
    .orderBy('kind')
    .limit(most)
    .execute()
}

export function openDifferences(db: Db) {
  return db
    .selectFrom('payment_differences')
    .select(['provider', sql<number>`count(*)::int`.as('open')])
    .where('closed_at', 'is', null)
    .groupBy('provider')
}

export async function closeDifference(db: Db, eventId: string, at: Date): Promise<number> {
  const closed = await db
    .updateTable('payment_differences')
    .set({ closed_at: at })
    .where('event_id', '=', eventId)
    .where('closed_at', 'is', null)
    .returning('kind')
    .execute()
  return closed.length
}
