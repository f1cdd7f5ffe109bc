import { type Expression, sql } from 'kysely'
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

/**
 * The one person with this id, if the viewer may see them; to be joined laterally where each row of a list names
 * somebody. The limit keeps the planner to one look-up a row: joined freely, it reads all profiles now and then for
 * somebody whose list is long, though only its beginning is asked for.
 */
export function visiblePerson(db: Db | Trx, scope: Scope, id: Expression<number>) {
  return visibleTo(db, scope).select(['people.account_id', 'people.username']).where('people.account_id', '=', id).limit(sql.lit(1))
}

/** Whether a member is there for the viewer: neither blocked nor blocking, banned, deleted, hidden or oneself. */
export async function isVisible(db: Db | Trx, scope: Scope, memberId: number): Promise<boolean> {
  const row = await visibleTo(db, scope).select('account_id').where('account_id', '=', memberId).executeTakeFirst()
  return row !== undefined
}
