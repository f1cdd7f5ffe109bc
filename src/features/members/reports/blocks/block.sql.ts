import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Scope } from '#api/member.server.ts'
import type { OwnCount } from '#api/own-counts.server.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import type { Slice } from '#lib/slice.ts'

/**
 * Inserts a block, also for a deleted member; returns false if it exists or the account is unknown.
 */
export async function insertBlock(
  trx: Trx,
  { member, at }: Scope,
  memberId: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into blocks (blocker_id, blocked_id, created_at)
    select ${member.id}, id, ${at} from accounts where id = ${memberId}
    on conflict do nothing`.execute(trx)
  return (numAffectedRows ?? 0n) > 0n
}

export function hadBlocked(
  blockerId: Expression<number>,
  blockedId: number,
  before: Date,
): RawBuilder<boolean> {
  return sql<boolean>`exists (select from blocks where blocker_id = ${blockerId} and blocked_id = ${blockedId} and created_at < ${before})`
}

export async function deleteBlock(trx: Trx, { member }: Scope, memberId: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('blocks')
    .where('blocker_id', '=', member.id)
    .where('blocked_id', '=', memberId)
    .where('contact_id', '=', sql.lit(0))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const blockedCount: OwnCount = {
  name: 'blocked',
  rows: (db, { accountId }) =>
    db
      .selectFrom('blocks')
      .select('blocked_id as id')
      .where('blocker_id', '=', accountId)
      .where('contact_id', '=', sql.lit(0)),
}

/**
 * Whom the viewer has blocked, the latest first; not whom an address hides, since that would say
 * whose it is.
 */
export async function blockedBy(
  db: Db,
  { member }: Scope,
  { limit, offset }: Slice,
): Promise<Array<{ id: number; since: Date }>> {
  return db
    .selectFrom('blocks')
    .select(['blocked_id as id', 'created_at as since'])
    .where('blocker_id', '=', member.id)
    .where('contact_id', '=', sql.lit(0))
    .orderBy('created_at', 'desc')
    .orderBy('blocked_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}
