import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Scope } from '#api/member.server.ts'
import { listedTo, newestFirst, offeredTo } from '#core/people/shown-to/visible.sql.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import type { IdQuery } from '#db/ids.ts'
import type { Slice } from '#lib/slice.ts'
import { keepTaken } from './taken-likes.sql.ts'

/** Locks a pair of members, so that concurrent likes and blocks between them are serialized. */
export async function lockPair(trx: Trx, one: number, other: number): Promise<void> {
  const { low, high } = pairOf(one, other)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pair:${low}:${high}`}, 0))`.execute(
    trx,
  )
}

/** Records a like, and a match if it is mutual. The caller holds the pair's lock. */
export async function recordLike(
  trx: Trx,
  scope: Scope,
  memberId: number,
  { likedAt, matchedAt }: { likedAt: Date; matchedAt: Date },
): Promise<{ isNew: boolean; isMutual: boolean }> {
  const me = scope.member.id
  const made = await trx
    .insertInto('likes')
    .values({ liker_id: me, liked_id: memberId, created_at: likedAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('liker_id')
    .executeTakeFirst()
  const isMutual = await isLiking(trx, memberId, me)
  const isNew = made !== undefined
  if (isNew && isMutual) {
    const { low, high } = pairOf(me, memberId)
    await trx
      .insertInto('matches')
      .values({ low_id: low, high_id: high, created_at: matchedAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return { isNew, isMutual }
}

export async function isLiking(trx: Trx, likerId: number, likedId: number): Promise<boolean> {
  const like = await trx
    .selectFrom('likes')
    .select('liker_id')
    .where('liker_id', '=', likerId)
    .where('liked_id', '=', likedId)
    .executeTakeFirst()
  return like !== undefined
}

export async function takeLikeBack(trx: Trx, scope: Scope, memberId: number): Promise<boolean> {
  const me = scope.member.id
  await keepTaken(trx, scope, memberId)
  const { numDeletedRows } = await trx
    .deleteFrom('likes')
    .where('liker_id', '=', me)
    .where('liked_id', '=', memberId)
    .executeTakeFirst()
  await removeMatch(trx, me, memberId)
  return numDeletedRows > 0n
}

export async function removeLikesBetween(trx: Trx, one: number, other: number): Promise<void> {
  await trx
    .deleteFrom('likes')
    .where((e) =>
      e.or([
        e.and([e('liker_id', '=', one), e('liked_id', '=', other)]),
        e.and([e('liker_id', '=', other), e('liked_id', '=', one)]),
      ]),
    )
    .execute()
  await removeMatch(trx, one, other)
}

async function removeMatch(trx: Trx, one: number, other: number): Promise<void> {
  const { low, high } = pairOf(one, other)
  await trx.deleteFrom('matches').where('low_id', '=', low).where('high_id', '=', high).execute()
}

export async function likedAmong(
  db: Db | Trx,
  scope: Scope,
  memberIds: readonly number[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('likes')
    .select('liked_id')
    .where('liker_id', '=', scope.member.id)
    .where(sql<boolean>`liked_id = any(${memberIds})`)
    .execute()
  return new Set(rows.map((row) => row.liked_id))
}

export function isLikedBy({ member }: Scope, id: Expression<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from likes where liker_id = ${member.id} and liked_id = ${id})`
}

/**
 * As `isLikedBy`, for one of many people, whose ids are given as JSON: their likes are read at
 * once.
 */
export function isAmongLiked(
  { member }: Scope,
  id: Expression<number>,
  idsGiven: string,
): RawBuilder<boolean> {
  return sql<boolean>`${id} in (
    select liked_id from likes
    where liker_id = ${member.id} and liked_id = any(array(select value::bigint from json_array_elements_text(${idsGiven}::json)))
  )`
}

/** Who of many people, whose ids are given as JSON, likes the viewer. */
export function isAmongLikers(
  { member }: Scope,
  id: Expression<number>,
  idsGiven: string,
): RawBuilder<boolean> {
  return sql<boolean>`${id} in (
    select liker_id from likes
    where liked_id = ${member.id} and liker_id = any(array(select value::bigint from json_array_elements_text(${idsGiven}::json)))
  )`
}

export function likesViewer({ member }: Scope, id: Expression<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from likes where liker_id = ${id} and liked_id = ${member.id})`
}

export function isMatchOf({ member }: Scope, id: Expression<number>): RawBuilder<boolean> {
  return isMatch(id, sql<number>`${member.id}::bigint`)
}

function isMatch(one: Expression<number>, other: Expression<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from matches where low_id = least(${one}, ${other}) and high_id = greatest(${one}, ${other})
  )`
}

/**
 * Null without a match. Found by its index, a pair after the other: for an `exists` of many rows the
 * planner would read all matches.
 */
export function matchBetween(
  one: Expression<number>,
  other: Expression<number>,
): RawBuilder<number | null> {
  return sql<
    number | null
  >`(select low_id from matches where low_id = least(${one}, ${other}) and high_id = greatest(${one}, ${other}))`
}

export async function areMatched(db: Db | Trx, one: number, other: number): Promise<boolean> {
  const { low, high } = pairOf(one, other)
  const match = await db
    .selectFrom('matches')
    .select('low_id')
    .where('low_id', '=', low)
    .where('high_id', '=', high)
    .executeTakeFirst()
  return match !== undefined
}

/** The ids of all whom a member likes, visible or not. */
export function likedBy(db: Db | Trx, likerId: number) {
  return db.selectFrom('likes').select('liked_id as id').where('liker_id', '=', likerId)
}

export function youLike(db: Db, scope: Scope, slice: Slice): IdQuery {
  return listedTo(db, scope)
    .innerJoin('likes', 'likes.liked_id', 'people.account_id')
    .select('people.account_id as id')
    .where('likes.liker_id', '=', scope.member.id)
    .$call(newestFirst('likes.created_at', slice))
}

export function likesYou(db: Db, scope: Scope, slice: Slice): IdQuery {
  return offeredTo(db, scope)
    .innerJoin('likes', 'likes.liker_id', 'people.account_id')
    .select('people.account_id as id')
    .where('likes.liked_id', '=', scope.member.id)
    .$call(newestFirst('likes.created_at', slice))
}

/** A member's matches, of whom some may no longer be visible: `other_id` and `created_at`. */
export function allMatchesOf(db: Db | Trx, { member }: Scope) {
  return db
    .selectFrom('matches')
    .select(['high_id as other_id', 'created_at'])
    .where('low_id', '=', member.id)
    .unionAll(
      db
        .selectFrom('matches')
        .select(['low_id as other_id', 'created_at'])
        .where('high_id', '=', member.id),
    )
}

export function matchesOf(db: Db, scope: Scope, slice: Slice): IdQuery {
  return listedTo(db, scope)
    .innerJoin(allMatchesOf(db, scope).as('mine'), 'mine.other_id', 'people.account_id')
    .select('people.account_id as id')
    .$call(newestFirst('mine.created_at', slice))
}

function pairOf(one: number, other: number): { low: number; high: number } {
  return one < other ? { low: one, high: other } : { low: other, high: one }
}
