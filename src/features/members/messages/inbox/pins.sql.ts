import { sql } from 'kysely'
import type { Scope } from '#api/member.server.ts'
import { knownPerson } from '#core/people/shown-to/visible.sql.ts'
import type { Db, Trx } from '#db/connection.server.ts'

type Side = { accountId: number; otherId: number }

/** `isShown`: whether the inbox has it, as the member may see the other one. */
export async function pinsOf(
  trx: Trx,
  scope: Scope,
): Promise<Array<{ otherId: number; isShown: boolean }>> {
  return trx
    .selectFrom('conversation_sides as side')
    .leftJoinLateral(knownPerson(trx, scope, sql.ref('side.other_id')).as('person'), (join) =>
      join.onTrue(),
    )
    .select('side.other_id as otherId')
    .select(sql<boolean>`person.account_id is not null`.as('isShown'))
    .where('side.account_id', '=', scope.member.id)
    .where('side.pinned_at', 'is not', null)
    .execute()
}

/** One that is hidden is shown again. False where the two have no message. */
export async function pinSide(
  db: Db | Trx,
  { accountId, otherId }: Side,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('conversation_sides')
    .set({ pinned_at: sql`coalesce(pinned_at, ${at}::timestamptz)`, hidden_at: null })
    .where('account_id', '=', accountId)
    .where('other_id', '=', otherId)
    .where('last_message_id', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False without a conversation. */
export async function unpinSide(db: Db | Trx, { accountId, otherId }: Side): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('conversation_sides')
    .set({ pinned_at: null })
    .where('account_id', '=', accountId)
    .where('other_id', '=', otherId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
