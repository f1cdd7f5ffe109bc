import { sql } from 'kysely'
import type { Scope } from '../../api/session.server.ts'
import type { Db } from '../../db/connection.server.ts'
import { isLikedBy, isMatchOf, likesViewer } from '../matching/likes.sql.ts'
import { profileColumns } from '../people/own-profile.sql.ts'
import { knownTo } from '../people/visible.sql.ts'

export function visibleProfile(db: Db, scope: Scope, memberId: number) {
  const id = sql.ref<number>('people.account_id')
  return knownTo(db, scope)
    .select([
      ...profileColumns,
      'username',
      'is_support as isSupport',
      isLikedBy(scope, id).as('isLiked'),
      likesViewer(scope, id).as('likesYou'),
      isMatchOf(scope, id).as('isMatch'),
    ])
    .where('account_id', '=', memberId)
    .executeTakeFirst()
}
