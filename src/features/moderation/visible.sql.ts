import { sql } from 'kysely'
import type { Scope } from '../../api/session.server.ts'
import type { Db, Trx } from '../../db/connection.server.ts'
import type { PresentProfile } from '../../db/schema.ts'

/**
 * Everybody whom a member may see on this brand: the one door to people. It is what the view
 * visible_profiles says for one viewer and brand, in the shape that PostgreSQL plans fastest.
 */
export function visibleTo(db: Db | Trx, scope: Scope) {
  return db.selectFrom(sql<PresentProfile>`visible_to(${scope.member.id}, ${scope.brand.id})`.as('people'))
}

/** Whether a member is there for the viewer: neither blocked nor blocking, banned, deleted, hidden or oneself. */
export async function isVisible(db: Db | Trx, scope: Scope, memberId: number): Promise<boolean> {
  const row = await visibleTo(db, scope).select('account_id').where('account_id', '=', memberId).executeTakeFirst()
  return row !== undefined
}
