import { type Selectable, sql } from 'kysely'
import type { Scope } from '../../api/session.server.ts'
import type { Db, Trx } from '../../db/connection.server.ts'
import type { Profiles } from '../../db/schema.ts'

/** `is_support`: works for us, and is written to as support. */
export type VisiblePerson = Selectable<Profiles> & { username: string; is_support: boolean }

/**
 * Everybody whom a member may see on this brand: the one door to people. It is what the view
 * visible_profiles says for one viewer and brand, in the shape that PostgreSQL plans fastest.
 */
export function visibleTo(db: Db | Trx, scope: Scope) {
  return db.selectFrom(sql<VisiblePerson>`visible_to(${scope.member.id}, ${scope.brand.id})`.as('people'))
}

/** Whether a member is there for the viewer: neither blocked nor blocking, banned, deleted, hidden or oneself. */
export async function isVisible(db: Db | Trx, scope: Scope, memberId: number): Promise<boolean> {
  const row = await visibleTo(db, scope).select('account_id').where('account_id', '=', memberId).executeTakeFirst()
  return row !== undefined
}
