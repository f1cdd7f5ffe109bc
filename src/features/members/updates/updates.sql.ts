import { type Expression, sql } from 'kysely'
import type { Scope } from '#api/member.server.ts'
import { visiblePerson } from '#core/people/shown-to/visible.sql.ts'
import { compiledOnce } from '#db/compiled-once.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { deleteSome } from '#db/delete-some.server.ts'
import type { Cursor } from '#lib/cursor.ts'
import { likedBy } from '../likes/likes.sql.ts'
import type { PictureRow } from '../photos/files/addresses.server.ts'
import { cardPhoto } from '../photos/photos.sql.ts'
import { UPDATES_AT_ONCE } from './updates.ts'

export type UpdateRow = { id: number; authorId: number; body: string; at: Date }
type AuthoredRow = UpdateRow & { username: string; photo: PictureRow | null }

export async function insertUpdate(
  db: Db | Trx,
  { member, at }: Scope,
  body: string,
): Promise<UpdateRow> {
  const { id } = await db
    .insertInto('updates')
    .values({ account_id: member.id, body, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, authorId: member.id, body, at }
}

/** One more than is shown. */
const MOST = UPDATES_AT_ONCE + 1

type Asked = {
  memberId: number
  brandId: string
  username: string
  at: Date
  beforeAt: Date | null
  beforeId: number | null
}

const ofLikedAndOwn = compiledOnce(
  (db, { memberId, brandId, username, at, beforeAt, beforeId }: Asked, isFirst: boolean) => {
    // The queries need no more of their scope.
    const scope = { member: { id: memberId }, brand: { id: brandId } } as Scope
    const before = isFirst ? null : { at: beforeAt as Date, id: beforeId as number }
    const liked = db
      .selectFrom(likedBy(db, memberId).as('liked'))
      .innerJoinLateral(latestOf(db, sql.ref('liked.id'), before).as('latest'), (join) =>
        join.onTrue(),
      )
      // Looked up last, for those who wrote something.
      .innerJoinLateral(visiblePerson(db, scope, sql.ref('latest.authorId')).as('person'), (join) =>
        join.onTrue(),
      )
      .select(['latest.id', 'latest.authorId', 'person.username', 'latest.body', 'latest.at'])
    const own = db
      .selectFrom(latestOf(db, sql`${memberId}::bigint`, before).as('latest'))
      .select([
        'latest.id',
        'latest.authorId',
        sql<string>`${username}::text`.as('username'),
        'latest.body',
        'latest.at',
      ])
    const shown = db
      .selectFrom(liked.unionAll(own).as('all'))
      .select(['all.id', 'all.authorId', 'all.username', 'all.body', 'all.at'])
      .orderBy('all.at', 'desc')
      .orderBy('all.id', 'desc')
      .limit(sql.lit(MOST))
    return db
      .selectFrom(shown.as('shown'))
      .leftJoinLateral(
        cardPhoto(db, { id: memberId, at }, sql.ref<number>('shown.authorId')).as('photo'),
        (join) => join.onTrue(),
      )
      .select([
        'shown.id',
        'shown.authorId',
        'shown.username',
        'shown.body',
        'shown.at',
        sql<PictureRow | null>`to_json(photo)`.as('photo'),
      ])
      .orderBy('shown.at', 'desc')
      .orderBy('shown.id', 'desc')
  },
)

/**
 * Updates of those whom the member likes and may see, and the member's own, each with its author's
 * photo; newest first, and one more than is shown.
 */
export function updatesForMember(
  db: Db,
  { member, brand, at }: Scope,
  before: Cursor | null,
): Promise<AuthoredRow[]> {
  const given = {
    memberId: member.id,
    brandId: brand.id,
    username: member.username,
    at,
    beforeAt: before?.at ?? null,
    beforeId: before?.id ?? null,
  }
  return ofLikedAndOwn(db, given, before === null)
}

type AskedOfOne = { viewerId: number; brandId: string; authorId: number; before: Cursor | null }

const ofOne = compiledOnce(
  (
    db,
    { viewerId, brandId, authorId, before }: AskedOfOne,
    { isOwn, isFirst }: { isOwn: boolean; isFirst: boolean },
  ) => {
    const author = sql<number>`${authorId}::bigint`
    const latest = latestOf(db, author, isFirst ? null : before)
    if (isOwn) return latest
    // The query needs no more of its scope.
    const scope = { member: { id: viewerId }, brand: { id: brandId } } as Scope
    return db
      .selectFrom(visiblePerson(db, scope, author).as('person'))
      .innerJoinLateral(latest.as('latest'), (join) => join.onTrue())
      .select(['latest.id', 'latest.authorId', 'latest.body', 'latest.at'])
      .orderBy('latest.at', 'desc')
      .orderBy('latest.id', 'desc')
  },
)

/** The updates of one member; none of somebody whom the viewer knows from a conversation alone. */
export function updatesOf(
  db: Db,
  { member, brand }: Scope,
  authorId: number,
  before: Cursor | null,
): Promise<UpdateRow[]> {
  const shape = { isOwn: authorId === member.id, isFirst: before === null }
  return ofOne(db, { viewerId: member.id, brandId: brand.id, authorId, before }, shape)
}

/** A member's last updates, for staff, who decide about them whoever may see them. */
export function lastUpdates(db: Db, authorId: number, most: number): Promise<UpdateRow[]> {
  return latestOf(db, sql`${authorId}::bigint`, null)
    .limit(sql.lit(most))
    .execute()
}

function latestOf(db: Db | Trx, author: Expression<number>, before: Cursor | null) {
  const rows = db
    .selectFrom('updates')
    .select([
      'updates.id',
      'updates.account_id as authorId',
      'updates.body',
      'updates.created_at as at',
    ])
    .where('updates.account_id', '=', author)
    .where('updates.deleted_at', 'is', null)
    .orderBy('updates.created_at', 'desc')
    .orderBy('updates.id', 'desc')
    .limit(sql.lit(MOST))
  return before === null
    ? rows
    : rows.where(
        sql<boolean>`(updates.created_at, updates.id) < (${before.at}::timestamptz, ${before.id}::bigint)`,
      )
}

/** Returns false if the update is not the member's, or is deleted already. */
export async function markDeleted(db: Db, { member, at }: Scope, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('updates')
    .set({ deleted_at: at })
    .where('id', '=', id)
    .where('account_id', '=', member.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function markRestored(
  db: Db,
  { member }: Scope,
  id: number,
  since: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('updates')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('account_id', '=', member.id)
    .where('deleted_at', '>', since)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export function sweepUpdates(db: Db, before: Date, most: number): Promise<number> {
  return deleteSome(db, 'updates', sql.ref('deleted_at'), before, most)
}

/**
 * The words of a member's update, also of one that its author has just deleted: a report is about
 * what was read.
 */
export async function quotedUpdate(trx: Trx, authorId: number, id: number): Promise<string | null> {
  const row = await trx
    .selectFrom('updates')
    .select('body')
    .where('id', '=', id)
    .where('account_id', '=', authorId)
    .executeTakeFirst()
  return row?.body ?? null
}

/**
 * Deletes a member's update for good; returns what it was, nothing where its author had deleted it
 * already.
 */
export async function takeUpdate(
  trx: Trx,
  authorId: number,
  id: number,
): Promise<{ body: string; at: Date } | undefined> {
  const found = trx.deleteFrom('updates').where('id', '=', id).where('account_id', '=', authorId)
  const update = await found
    .returning(['body', 'created_at as at', 'deleted_at as deletedAt'])
    .executeTakeFirst()
  return update?.deletedAt === null ? update : undefined
}

/** Puts back what `takeUpdate` took, with its date. */
export async function putUpdateBack(
  trx: Trx,
  authorId: number,
  { body, at }: { body: string; at: Date },
): Promise<void> {
  await trx.insertInto('updates').values({ account_id: authorId, body, created_at: at }).execute()
}
