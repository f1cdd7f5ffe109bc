import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import type { Place } from '../places/places.ts'
import type { PlaceColumns } from '../places/towns.server.ts'

export async function placeOfMember(db: Db | Trx, memberId: number): Promise<Place> {
  return db
    .selectFrom('profiles')
    .select(['place_id as id', 'place_name as name', 'region', 'country'])
    .where('account_id', '=', memberId)
    .executeTakeFirstOrThrow()
}

/** Moves a member to another place; lists and distances use it at once. */
export async function movePerson(trx: Trx, accountId: number, place: PlaceColumns): Promise<void> {
  await trx.updateTable('profiles').set(place).where('account_id', '=', accountId).execute()
}

export function livesIn(
  accountId: Expression<number>,
  countries: readonly string[],
): RawBuilder<boolean> {
  return sql<boolean>`exists (select from profiles where profiles.account_id = ${accountId} and country = any(${[...countries]}::text[]))`
}
