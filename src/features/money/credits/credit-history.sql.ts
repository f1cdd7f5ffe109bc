import { sql } from 'kysely'
import type { Scope } from '#api/member.server.ts'
import { knownPerson } from '#core/people/shown-to/visible.sql.ts'
import type { Db } from '#db/connection.server.ts'
import { rowsOf } from '#db/rows-of.ts'
import type { Entry } from './credit-history.ts'

/** The entries before an id, the newest first. */
export function entriesBefore(
  db: Db,
  accountId: number,
  before: number,
  most: number,
): Promise<Entry[]> {
  return db
    .selectFrom('credit_entries')
    .select(['id', 'amount', 'reason', 'reference', 'created_at as at'])
    .where('account_id', '=', accountId)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(sql.lit(most))
    .execute()
}

export async function heldAfter(db: Db, accountId: number, entryId: number): Promise<number> {
  const { held } = await db
    .selectFrom('credit_entries')
    .select(sql<number>`coalesce(sum(amount), 0)::int`.as('held'))
    .where('account_id', '=', accountId)
    .where('id', '<=', entryId)
    .executeTakeFirstOrThrow()
  return held
}

/** The names of those whom the viewer still knows. */
export async function namesOfKnown(
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom(rowsOf(ids).as('wanted'))
    .innerJoinLateral(
      knownPerson(db, scope, sql<number>`wanted.value::bigint`).as('person'),
      (join) => join.onTrue(),
    )
    .select(['person.account_id as id', 'person.username'])
    .execute()
  return new Map(found.map(({ id, username }) => [id, username]))
}

export type BoughtOrder = {
  id: number
  brand: string
  keyword: string
  amount: number
  currency: string
}

export async function ordersById(
  db: Db,
  accountId: number,
  ids: readonly number[],
): Promise<Map<number, BoughtOrder>> {
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom(rowsOf(ids).as('wanted'))
    .innerJoin('orders', (join) => join.on(sql<boolean>`orders.id = wanted.value::bigint`))
    .select(['orders.id', 'orders.brand', 'orders.keyword', 'orders.amount', 'orders.currency'])
    .where('orders.account_id', '=', accountId)
    .execute()
  return new Map(found.map((order) => [order.id, order]))
}
