import { type Expression, sql } from 'kysely'
import type { Scope } from '../../api/session.server.ts'
import { compiledOnce } from '../../db/compiled-once.ts'
import type { Db, Trx } from '../../db/connection.server.ts'
import type { PresentProfile } from '../../db/schema.ts'

/** The same rule as the view visible_profiles, in the form that PostgreSQL plans fastest for one viewer. */
export function visibleTo(db: Db | Trx, scope: Scope) {
  return db.selectFrom(sql<PresentProfile>`visible_to(${scope.member.id}, ${scope.brand.id})`.as('people'))
}

/** As `visibleTo`, without support, who is in no list and no search. */
export function listedTo(db: Db | Trx, scope: Scope) {
  return db.selectFrom(sql<PresentProfile>`listed_to(${scope.member.id}, ${scope.brand.id})`.as('people'))
}

/**
 * As `visibleTo`, with those who take a break and have a conversation with the viewer: for inbox, chat and profile.
 */
export function knownTo(db: Db | Trx, scope: Scope) {
  return db.selectFrom(sql<PresentProfile>`known_to(${scope.member.id}, ${scope.brand.id})`.as('people'))
}

/** For a lateral join. The limit forces an index lookup per row; without it the planner may scan all profiles. */
export function visiblePerson(db: Db | Trx, scope: Scope, id: Expression<number>) {
  return visibleTo(db, scope).select(['people.account_id', 'people.username']).where('people.account_id', '=', id).limit(sql.lit(1))
}

export function knownPerson(db: Db | Trx, scope: Scope, id: Expression<number>) {
  return knownTo(db, scope).select(['people.account_id', 'people.username']).where('people.account_id', '=', id).limit(sql.lit(1))
}

const knownById = compiledOnce((db, { viewerId, brandId, memberId }: { viewerId: number; brandId: string; memberId: number }) =>
  // The query needs no more of its scope.
  knownTo(db, { member: { id: viewerId }, brand: { id: brandId } } as Scope)
    .select('account_id')
    .where('account_id', '=', memberId),
)

/** False for blocks either way, banned, deleted and hidden members, and oneself. */
export async function isVisible(db: Db | Trx, { member, brand }: Scope, memberId: number): Promise<boolean> {
  return (await knownById(db, { viewerId: member.id, brandId: brand.id, memberId })).length > 0
}

/** Whether a viewer knows a member, for addresses that name no brand: everybody is visible on their home brand. */
export async function isKnown(db: Db | Trx, viewerId: number, memberId: number): Promise<boolean> {
  const home = await db.selectFrom('profiles').select('brand').where('account_id', '=', memberId).executeTakeFirst()
  if (!home) return false
  const known = sql<PresentProfile>`known_to(${viewerId}, ${home.brand})`.as('people')
  return (await db.selectFrom(known).select('account_id').where('account_id', '=', memberId).executeTakeFirst()) !== undefined
}
