import { type Expression, sql } from 'kysely'
import type { Scope } from '#api/member.server.ts'
import { offeredPerson } from '#core/people/shown-to/visible.sql.ts'
import type { Db } from '#db/connection.server.ts'

/** One row per person, with the time of the last view. */
export function newViews(db: Db, scope: Scope, since: Expression<Date>) {
  return db
    .selectFrom('views')
    .innerJoinLateral(offeredPerson(db, scope, sql.ref('views.viewer_id')).as('viewer'), (join) =>
      join.onTrue(),
    )
    .select(['viewer.account_id as userId', 'viewer.username', 'views.viewed_at as at'])
    .where('views.viewed_id', '=', scope.member.id)
    .where('views.viewed_at', '>', since)
}
