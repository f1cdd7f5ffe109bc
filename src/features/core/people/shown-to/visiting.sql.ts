import { type Expression, sql } from 'kysely'
import type { PlaceColumns } from '#core/places/towns.server.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { deleteSome } from '#db/delete-some.server.ts'
import { dayOf, type StayDays } from './visiting.ts'

/** A member has one stay: another replaces it. */
export async function saveStay(
  db: Db,
  accountId: number,
  place: PlaceColumns,
  { from, until }: StayDays,
  at: Date,
): Promise<void> {
  const stay = { ...place, from_day: from, until_day: until, created_at: at }
  await db
    .insertInto('stays')
    .values({ account_id: accountId, ...stay })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(stay))
    .execute()
}

export async function deleteStay(db: Db, accountId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('stays')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The stay that has not ended, also one that has not begun: for its owner. */
export async function ownStay(db: Db, accountId: number, at: Date) {
  return db
    .selectFrom('stays')
    .select([
      'place_id as id',
      'place_name as name',
      'region',
      'country',
      'from_day as from',
      'until_day as until',
    ])
    .where('account_id', '=', accountId)
    .where('until_day', '>=', dayOf(at))
    .executeTakeFirst()
}

/**
 * The stays of one day, as `2026-11-20`: what others see on it. The dates decide, and not whether a
 * job has run.
 */
export function staysOn(db: Db | Trx, today: string) {
  return db.selectFrom('stays').where('from_day', '<=', today).where('until_day', '>=', today)
}

/** Of one member, for a lateral join. */
export function stayOn(db: Db | Trx, today: string, accountId: Expression<number>) {
  return staysOn(db, today)
    .select([
      'place_name as placeName',
      'latitude',
      'longitude',
      sql<string>`until_day::text`.as('until'),
    ])
    .where('account_id', '=', accountId)
    .limit(sql.lit(1))
}

export function sweepStays(db: Db, before: Date, most: number): Promise<number> {
  return deleteSome(db, 'stays', sql.ref('until_day'), before, most)
}
