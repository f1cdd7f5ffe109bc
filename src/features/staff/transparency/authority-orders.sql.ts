import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import type { OrderKind, OrderOutcome } from './authority-orders.ts'

type NewOrder = {
  brand: string
  receivedAt: Date
  authority: string
  country: string
  kind: OrderKind
  category: string
  by: number
}
export type AuthorityOrder = Omit<NewOrder, 'by'> & {
  id: number
  outcome: OrderOutcome | null
  settledAt: Date | null
  recordedBy: number
}

export async function insertOrder(
  trx: Trx,
  { receivedAt, by, ...order }: NewOrder,
): Promise<number> {
  const row = await trx
    .insertInto('authority_orders')
    .values({ ...order, received_at: receivedAt, recorded_by: by })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

function orders(db: Db | Trx) {
  return db
    .selectFrom('authority_orders')
    .select([
      'id',
      'brand',
      'received_at as receivedAt',
      'authority',
      'country',
      'kind',
      'category',
      'outcome',
    ])
    .select(['settled_at as settledAt', 'recorded_by as recordedBy'])
}

export async function latestOrders(db: Db, most: number): Promise<AuthorityOrder[]> {
  return orders(db)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(most))
    .execute()
}

export async function orderForUpdate(trx: Trx, id: number): Promise<AuthorityOrder | undefined> {
  return orders(trx).where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function settleOrder(
  trx: Trx,
  id: number,
  { outcome, at }: { outcome: OrderOutcome; at: Date },
): Promise<void> {
  await trx
    .updateTable('authority_orders')
    .set({ outcome, settled_at: at })
    .where('id', '=', id)
    .execute()
}

export type OrderFigures = {
  country: string
  kind: OrderKind
  category: string
  received: number
  done: number
  partly: number
  refused: number
  medianHours: number | null
}

/**
 * Orders that a brand received in a span, by country, kind and category, with the time until they
 * were carried out.
 */
export async function ordersIn(
  db: Db,
  { brand, from, until }: { brand: string; from: Date; until: Date },
): Promise<OrderFigures[]> {
  const ended = (outcome: OrderOutcome) =>
    sql<number>`(count(*) filter (where outcome = ${sql.lit(outcome)}))::int`.as(outcome)
  const hours = sql`extract(epoch from settled_at - received_at) / 3600`
  return db
    .selectFrom('authority_orders')
    .select([
      'country',
      'kind',
      'category',
      sql<number>`count(*)::int`.as('received'),
      ended('done'),
      ended('partly'),
      ended('refused'),
    ])
    .select(
      sql<
        number | null
      >`(percentile_cont(0.5) within group (order by ${hours}) filter (where outcome in ('done', 'partly')))::float8`.as(
        'medianHours',
      ),
    )
    .where('brand', '=', brand)
    .where('received_at', '>=', from)
    .where('received_at', '<', until)
    .groupBy(['country', 'kind', 'category'])
    .orderBy('country')
    .orderBy('kind')
    .orderBy('category')
    .execute()
}
