import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Scope } from '#api/member.server.ts'
import { listedTo, newestFirst } from '#core/people/shown-to/visible.sql.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import type { IdQuery } from '#db/ids.ts'
import type { Slice } from '#lib/slice.ts'

/** The caller holds the pair's lock, and knows that there is no like. */
export async function recordPass(trx: Trx, { member, at }: Scope, id: number): Promise<void> {
  await trx
    .insertInto('passes')
    .values({ passer_id: member.id, passed_id: id, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function takePassBack(trx: Trx, { member }: Scope, id: number): Promise<void> {
  await trx
    .deleteFrom('passes')
    .where('passer_id', '=', member.id)
    .where('passed_id', '=', id)
    .execute()
}

export function isPassedBy({ member }: Scope, id: Expression<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from passes where passer_id = ${member.id} and passed_id = ${id})`
}

/** Whom the member has passed, the last first: to take it back. */
export function passedBy(db: Db, scope: Scope, slice: Slice): IdQuery {
  return listedTo(db, scope)
    .innerJoin('passes', 'passes.passed_id', 'people.account_id')
    .select('people.account_id as id')
    .where('passes.passer_id', '=', scope.member.id)
    .$call(newestFirst('passes.created_at', slice))
}
