import type { Expression } from 'kysely'
import type { Scope } from '../../api/session.server.ts'
import type { Db } from '../../db/connection.server.ts'
import { visibleTo } from '../moderation/visible.sql.ts'

/** Looks at a member's profile after `since`, one a person: `userId`, `username`, and when they looked last as `at`. */
export function newViews(db: Db, scope: Scope, since: Expression<Date>) {
  return visibleTo(db, scope)
    .innerJoin('views', 'views.viewer_id', 'people.account_id')
    .select(['people.account_id as userId', 'people.username', 'views.viewed_at as at'])
    .where('views.viewed_id', '=', scope.member.id)
    .where('views.viewed_at', '>', since)
}
