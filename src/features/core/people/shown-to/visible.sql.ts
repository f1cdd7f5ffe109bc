import { type Expression, type SelectQueryBuilder, sql } from 'kysely'
import type { Scope } from '#api/member.server.ts'
import { compiledOnce } from '#db/compiled-once.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import type { Database } from '#db/schema.ts'
import type { Slice } from '#lib/slice.ts'
import { brands } from '#sites/registry.ts'

/**
 * The rule of the view visible_profiles, as PostgreSQL plans it fastest for one viewer. Left out:
 * blocks either way, breaks, closed brands, and who is shown only to people they like.
 */
export function visibleTo(db: Db | Trx, scope: Scope) {
  return db.selectFrom(
    sql<Database['present_profiles']>`visible_to(${scope.member.id}, ${scope.brand.id})`.as(
      'people',
    ),
  )
}

/**
 * As `visibleTo`, without support, who is in no list and no search: for the cards of people who
 * were found.
 */
export function listedTo(db: Db | Trx, scope: Scope) {
  return db.selectFrom(
    sql<Database['present_profiles']>`listed_to(${scope.member.id}, ${scope.brand.id})`.as(
      'people',
    ),
  )
}

/** As `listedTo`, without whom the viewer has passed: for lists and searches. */
export function offeredTo(db: Db | Trx, scope: Scope) {
  return db.selectFrom(
    sql<Database['present_profiles']>`offered_to(${scope.member.id}, ${scope.brand.id})`.as(
      'people',
    ),
  )
}

/**
 * As `visibleTo`, with those who have a conversation with the viewer, whomever else they show
 * themselves to: for inbox, chat and profile.
 */
export function knownTo(db: Db | Trx, scope: Scope) {
  return db.selectFrom(
    sql<Database['present_profiles']>`known_to(${scope.member.id}, ${scope.brand.id})`.as('people'),
  )
}

/**
 * For a lateral join. The limit forces an index lookup per row; without it the planner may scan all
 * profiles.
 */
export function visiblePerson(db: Db | Trx, scope: Scope, id: Expression<number>) {
  return visibleTo(db, scope)
    .select(['people.account_id', 'people.username'])
    .where('people.account_id', '=', id)
    .limit(sql.lit(1))
}

/** As `visiblePerson`, for what somebody did whom the viewer may have passed. */
export function offeredPerson(db: Db | Trx, scope: Scope, id: Expression<number>) {
  return offeredTo(db, scope)
    .select(['people.account_id', 'people.username'])
    .where('people.account_id', '=', id)
    .limit(sql.lit(1))
}

export function knownPerson(db: Db | Trx, scope: Scope, id: Expression<number>) {
  return knownTo(db, scope)
    .select(['people.account_id', 'people.username'])
    .where('people.account_id', '=', id)
    .limit(sql.lit(1))
}

const knownById = compiledOnce(
  (db, { viewerId, brandId, memberId }: { viewerId: number; brandId: string; memberId: number }) =>
    // The query needs no more of its scope.
    knownTo(db, { member: { id: viewerId }, brand: { id: brandId } } as Scope)
      .select('account_id')
      .where('account_id', '=', memberId),
)

/** False for blocks either way, banned, deleted and hidden members, and oneself. */
export async function isVisible(
  db: Db | Trx,
  { member, brand }: Scope,
  memberId: number,
): Promise<boolean> {
  return (await knownById(db, { viewerId: member.id, brandId: brand.id, memberId })).length > 0
}

/** As `isVisible`, and not of somebody whom the viewer knows from a conversation alone. */
export async function isFound(db: Db | Trx, scope: Scope, memberId: number): Promise<boolean> {
  return (
    (await visibleTo(db, scope)
      .select('account_id')
      .where('account_id', '=', memberId)
      .executeTakeFirst()) !== undefined
  )
}

/** Undefined for whom the viewer may not see. */
export function knownMember(db: Db | Trx, scope: Scope, memberId: number) {
  return knownTo(db, scope)
    .select(['username', 'brand', sql<boolean>`paused_at is not null`.as('isPaused')])
    .where('account_id', '=', memberId)
    .executeTakeFirst()
}

/** Not of somebody whom the viewer knows from a conversation alone. */
export function visiblePoint(db: Db | Trx, scope: Scope, memberId: number) {
  return visibleTo(db, scope)
    .select(['latitude', 'longitude'])
    .where('account_id', '=', memberId)
    .executeTakeFirst()
}

/** As `isVisible`, for a member who made no request: whether they are shown somebody on a brand. */
export async function isShownOn(
  db: Db | Trx,
  viewer: { viewerId: number; brandId: string },
  memberId: number,
): Promise<boolean> {
  return (await knownById(db, { ...viewer, memberId })).length > 0
}

/** As `isShownOn`, of somebody whom the viewer finds in lists. */
export async function isOfferedOn(
  db: Db | Trx,
  { viewerId, brandId }: { viewerId: number; brandId: string },
  memberId: number,
): Promise<boolean> {
  // The query needs no more of its scope.
  const scope = { member: { id: viewerId }, brand: { id: brandId } } as Scope
  const found = await offeredPerson(db, scope, sql`${memberId}::bigint`).executeTakeFirst()
  return found !== undefined
}

/**
 * Whether a viewer knows a member, for acts that name no brand: everybody is visible on their home
 * brand, and where that is closed to them, on the others.
 */
export function isKnown(db: Db | Trx, viewerId: number, memberId: number): Promise<boolean> {
  return isSeenAtHome(db, 'known_to', viewerId, memberId)
}

/** As `isKnown`, for lists and search. */
export function isFoundAtHome(db: Db | Trx, viewerId: number, memberId: number): Promise<boolean> {
  return isSeenAtHome(db, 'visible_to', viewerId, memberId)
}

async function isSeenAtHome(
  db: Db | Trx,
  rule: 'known_to' | 'visible_to',
  viewerId: number,
  memberId: number,
): Promise<boolean> {
  const home = await db
    .selectFrom('profiles')
    .select(['brand', 'closed_on as closedOn'])
    .where('account_id', '=', memberId)
    .executeTakeFirst()
  const seenOn = [home?.brand, ...brands.map(({ id }) => id)].find(
    (id) => id !== undefined && !home?.closedOn?.includes(id),
  )
  if (!home || seenOn === undefined) return false
  const seen = sql<Database['present_profiles']>`${sql.raw(rule)}(${viewerId}, ${seenOn})`.as(
    'people',
  )
  return (
    (await db
      .selectFrom(seen)
      .select('account_id')
      .where('account_id', '=', memberId)
      .executeTakeFirst()) !== undefined
  )
}

/** A page of people by the time in a column, the last first. */
export function newestFirst(time: string, { limit, offset }: Slice) {
  return <DB, TB extends keyof DB, Found>(query: SelectQueryBuilder<DB, TB, Found>) =>
    query
      .orderBy(sql.ref(time), 'desc')
      .orderBy(sql.ref('people.account_id'), 'desc')
      .limit(limit)
      .offset(offset)
}
