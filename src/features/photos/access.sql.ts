import { sql } from 'kysely'
import type { Scope } from '../../api/session.server.ts'
import type { Db, Trx } from '../../db/connection.server.ts'
import { visibleTo } from '../people/visible.sql.ts'

export type Askable = { publicPhotos: number; privatePhotos: number; isGranted: boolean; isAsked: boolean }

export async function askableOf(db: Db | Trx, scope: Scope, ownerId: number): Promise<Askable> {
  return photosToAskFor(db, scope.member.id, ownerId).executeTakeFirstOrThrow()
}

/** The row of `askableOf`, to be read within another statement. */
export function photosToAskFor(db: Db | Trx, viewerId: number, ownerId: number) {
  const isDated = (date: 'granted_at' | 'requested_at') =>
    sql<boolean>`exists (
      select from photo_grants where owner_id = ${ownerId} and viewer_id = ${viewerId} and ${sql.ref(date)} is not null
    )`
  return db
    .selectFrom('photos')
    .select([
      sql<number>`count(*) filter (where not is_private)`.as('publicPhotos'),
      sql<number>`count(*) filter (where is_private)`.as('privatePhotos'),
      isDated('granted_at').as('isGranted'),
      isDated('requested_at').as('isAsked'),
    ])
    .where('account_id', '=', ownerId)
    .where('approved_at', 'is not', null)
}

/** Records a request. Returns false if there was one before, even a refused one: a member can ask only once. */
export async function recordRequest(trx: Trx, scope: Scope, ownerId: number): Promise<boolean> {
  const made = await trx
    .insertInto('photo_grants')
    .values({ owner_id: ownerId, viewer_id: scope.member.id, requested_at: scope.at, granted_at: null, refused_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('viewer_id')
    .executeTakeFirst()
  return made !== undefined
}

export async function grant(trx: Trx, scope: Scope, viewerId: number): Promise<void> {
  const state = { granted_at: scope.at, refused_at: null }
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
    .set({ granted_at: null, refused_at: scope.at })
    .where('owner_id', '=', scope.member.id)
    .where('viewer_id', '=', viewerId)
    .execute()
}

const MAX_LISTED = 200

export async function requestsTo(db: Db, scope: Scope): Promise<Array<{ id: number; username: string; isAllowed: boolean }>> {
  return visibleTo(db, scope)
    .innerJoin('photo_grants', 'photo_grants.viewer_id', 'people.account_id')
    .select(['people.account_id as id', 'people.username', sql<boolean>`granted_at is not null`.as('isAllowed')])
    .where('photo_grants.owner_id', '=', scope.member.id)
    .where('photo_grants.refused_at', 'is', null)
    .orderBy(sql`coalesce(granted_at, requested_at)`, 'desc')
    .orderBy('people.account_id')
    .limit(MAX_LISTED)
    .execute()
}
