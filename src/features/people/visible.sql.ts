import { type Expression, sql } from 'kysely'
import type { Scope } from '../../api/session.server.ts'
import type { Db, Trx } from '../../db/connection.server.ts'
import type { PresentProfile } from '../../db/schema.ts'

/**
 * The profiles that a member may see on this brand; every list and search starts here. The same rule as the view
 * visible_profiles, for one viewer and brand, in the form that PostgreSQL plans fastest.
 */
export function visibleTo(db: Db | Trx, scope: Scope) {
  return db.selectFrom(sql<PresentProfile>`visible_to(${scope.member.id}, ${scope.brand.id})`.as('people'))
}

/**
 * The person with this id if the viewer may see them, for a lateral join. The limit forces one index lookup per row;
 * without it the planner sometimes scans all profiles, even if only the first rows are read.
 */
export function visiblePerson(db: Db | Trx, scope: Scope, id: Expression<number>) {
  return visibleTo(db, scope).select(['people.account_id', 'people.username']).where('people.account_id', '=', id).limit(sql.lit(1))
}

/**
 * Whether the viewer may see a member: false for blocks either way, banned, deleted and hidden members, and oneself.
 */
export async function isVisible(db: Db | Trx, scope: Scope, memberId: number): Promise<boolean> {
  const row = await visibleTo(db, scope).select('account_id').where('account_id', '=', memberId).executeTakeFirst()
  return row !== undefined
}
