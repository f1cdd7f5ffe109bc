import { type Expression, sql } from 'kysely'
import type { Scope } from '../../api/session.server.ts'
import type { Db } from '../../db/connection.server.ts'
import { visibleTo } from '../moderation/visible.sql.ts'

/** Likes that a member got after `since`: `userId` and `username` of who gave them, and `at`. */
export function newLikes(db: Db, scope: Scope, since: Expression<Date>) {
  return visibleTo(db, scope)
    .innerJoin('likes', 'likes.liker_id', 'people.account_id')
    .select(['people.account_id as userId', 'people.username', 'likes.created_at as at'])
    .where('likes.liked_id', '=', scope.member.id)
    .where('likes.created_at', '>', since)
}

/** Matches that a member made after `since`: with whom, and `at`. */
export function newMatches(db: Db, scope: Scope, since: Expression<Date>) {
  const me = scope.member.id
  // Two halves, since a pair is stored once: each finds its rows by an index.
  const made = db
    .selectFrom('matches')
    .select(['high_id as other_id', 'created_at'])
    .where('low_id', '=', me)
    .where('created_at', '>', since)
    .unionAll(
      db
        .selectFrom('matches')
        .select(['low_id as other_id', 'created_at'])
        .where('high_id', '=', me)
        .where('created_at', '>', since),
    )
  return visibleTo(db, scope)
    .innerJoin(made.as('made'), 'made.other_id', 'people.account_id')
    .select(['people.account_id as userId', 'people.username', sql.ref<Date>('made.created_at').as('at')])
}
