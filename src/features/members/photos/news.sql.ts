import { type Expression, sql } from 'kysely'
import type { Scope } from '#api/member.server.ts'
import { offeredPerson } from '#core/people/shown-to/visible.sql.ts'
import type { Db } from '#db/connection.server.ts'

/** Requests to see photos that the member has neither granted nor refused. */
export function newPhotoRequests(db: Db, scope: Scope, since: Expression<Date>) {
  return db
    .selectFrom('photo_grants')
    .innerJoinLateral(
      offeredPerson(db, scope, sql.ref('photo_grants.viewer_id')).as('asker'),
      (join) => join.onTrue(),
    )
    .select([
      'asker.account_id as userId',
      'asker.username',
      sql<Date>`photo_grants.requested_at`.as('at'),
    ])
    .where('photo_grants.owner_id', '=', scope.member.id)
    .where('photo_grants.granted_at', 'is', null)
    .where('photo_grants.refused_at', 'is', null)
    .where('photo_grants.requested_at', '>', since)
}
