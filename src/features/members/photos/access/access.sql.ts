import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Scope } from '#api/member.server.ts'
import { offeredPerson, visibleTo } from '#core/people/shown-to/visible.sql.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { deleteSome } from '#db/delete-some.server.ts'

export type Askable = {
  publicPhotos: number
  privatePhotos: number
  isGranted: boolean
  isAsked: boolean
  until: Date | null
}

export async function askableOf(
  db: Db | Trx,
  { member, at }: Scope,
  ownerId: number,
): Promise<Askable> {
  return photosToAskFor(db, { id: member.id, at }, ownerId).executeTakeFirstOrThrow()
}

/** Whether a grant holds at a time, whatever the job that removes ended ones has done. */
export function isGrantedTo(
  viewerId: number,
  at: Date,
  owner: Expression<number>,
): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from photo_grants
    where owner_id = ${owner} and viewer_id = ${viewerId} and granted_at is not null and (ends_at is null or ends_at > ${at}::timestamptz)
  )`
}

/** The row of `askableOf`, to be read within another statement. */
export function photosToAskFor(db: Db | Trx, viewer: { id: number; at: Date }, ownerId: number) {
  const grant = sql`photo_grants where owner_id = ${ownerId} and viewer_id = ${viewer.id} and (ends_at is null or ends_at > ${viewer.at}::timestamptz)`
  return db
    .selectFrom('photos')
    .select([
      sql<number>`count(*) filter (where not is_private)`.as('publicPhotos'),
      sql<number>`count(*) filter (where is_private)`.as('privatePhotos'),
      sql<boolean>`exists (select from ${grant} and granted_at is not null)`.as('isGranted'),
      sql<boolean>`exists (select from ${grant} and requested_at is not null)`.as('isAsked'),
      sql<Date | null>`(select ends_at from ${grant} and granted_at is not null)`.as('until'),
    ])
    .where('account_id', '=', ownerId)
    .where('approved_at', 'is not', null)
}

/**
 * Records a request. Returns false if there was one before, even a refused one: a member can ask
 * once, and again after a grant that ended.
 */
export async function recordRequest(trx: Trx, scope: Scope, ownerId: number): Promise<boolean> {
  const asked = { requested_at: scope.at, granted_at: null, ends_at: null }
  const made = await trx
    .insertInto('photo_grants')
    .values({ owner_id: ownerId, viewer_id: scope.member.id, ...asked, refused_at: null })
    .onConflict((conflict) =>
      conflict
        .columns(['owner_id', 'viewer_id'])
        .doUpdateSet(asked)
        .where('photo_grants.ends_at', '<=', scope.at),
    )
    .returning('viewer_id')
    .executeTakeFirst()
  return made !== undefined
}

/** A new end replaces the one before. */
export async function allowAccess(
  trx: Trx,
  scope: Scope,
  viewerId: number,
  endsAt: Date | null,
): Promise<void> {
  const state = { granted_at: scope.at, refused_at: null, ends_at: endsAt }
  await trx
    .insertInto('photo_grants')
    .values({ owner_id: scope.member.id, viewer_id: viewerId, requested_at: null, ...state })
    .onConflict((conflict) => conflict.columns(['owner_id', 'viewer_id']).doUpdateSet(state))
    .execute()
}

/** Refuses a request or revokes a grant; does nothing if there is neither. */
export async function refuse(trx: Trx, scope: Scope, viewerId: number): Promise<void> {
  await trx
    .updateTable('photo_grants')
    .set({ granted_at: null, refused_at: scope.at, ends_at: null })
    .where('owner_id', '=', scope.member.id)
    .where('viewer_id', '=', viewerId)
    .execute()
}

/** What two have allowed each other; a refusal stays. */
export async function endGrantsBetween(trx: Trx, one: number, other: number): Promise<void> {
  await trx
    .deleteFrom('photo_grants')
    .where('granted_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('owner_id', '=', one), eb('viewer_id', '=', other)]),
        eb.and([eb('owner_id', '=', other), eb('viewer_id', '=', one)]),
      ]),
    )
    .execute()
}

const MAX_LISTED = 200

export async function requestsTo(
  db: Db,
  scope: Scope,
): Promise<Array<{ id: number; username: string; isAllowed: boolean; until: Date | null }>> {
  return visibleTo(db, scope)
    .innerJoin('photo_grants', 'photo_grants.viewer_id', 'people.account_id')
    .select([
      'people.account_id as id',
      'people.username',
      sql<boolean>`granted_at is not null`.as('isAllowed'),
      'photo_grants.ends_at as until',
    ])
    .where('photo_grants.owner_id', '=', scope.member.id)
    .where('photo_grants.refused_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('photo_grants.granted_at', 'is not', null),
        eb.exists(offeredPerson(db, scope, sql.ref('photo_grants.viewer_id'))),
      ]),
    )
    .where((eb) =>
      eb.or([eb('photo_grants.ends_at', 'is', null), eb('photo_grants.ends_at', '>', scope.at)]),
    )
    .orderBy(sql`coalesce(granted_at, requested_at)`, 'desc')
    .orderBy('people.account_id')
    .limit(MAX_LISTED)
    .execute()
}

/** Removes grants that have ended; whoever had one may ask again. */
export function sweepAccess(db: Db, at: Date, most: number): Promise<number> {
  return deleteSome(db, 'photo_grants', sql.ref('ends_at'), at, most)
}
