import { type Expression, sql } from 'kysely'
import type { Scope } from '#api/member.server.ts'
import { offeredPerson, visiblePerson } from '#core/people/shown-to/visible.sql.ts'
import type { Db } from '#db/connection.server.ts'

export function newLikes(db: Db, scope: Scope, since: Expression<Date>) {
  return db
    .selectFrom('likes')
    .innerJoinLateral(offeredPerson(db, scope, sql.ref('likes.liker_id')).as('liker'), (join) =>
      join.onTrue(),
    )
    .select(['liker.account_id as userId', 'liker.username', 'likes.created_at as at'])
    .where('likes.liked_id', '=', scope.member.id)
    .where('likes.created_at', '>', since)
}

export function newMatches(db: Db, scope: Scope, since: Expression<Date>) {
  const me = scope.member.id
  // Two queries, because each pair is stored once and either column has its own index.
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
  return db
    .selectFrom(made.as('made'))
    .innerJoinLateral(visiblePerson(db, scope, sql.ref('made.other_id')).as('person'), (join) =>
      join.onTrue(),
    )
    .select([
      'person.account_id as userId',
      'person.username',
      sql.ref<Date>('made.created_at').as('at'),
    ])
}
