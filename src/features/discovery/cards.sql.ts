import { sql } from 'kysely'
import type { Scope } from '../../api/session.server.ts'
import type { Db } from '../../db/connection.server.ts'
import { isLikedBy } from '../matching/likes.sql.ts'
import { visibleTo } from '../moderation/visible.sql.ts'

/** What a card is made of: more than it shows. */
export async function peopleForCards(db: Db, scope: Scope, memberIds: readonly number[]) {
  return visibleTo(db, scope)
    .select([
      'account_id as id',
      'username',
      'birthday',
      'gender',
      'place_name as placeName',
      'region',
      'latitude',
      'longitude',
      'headline',
      'last_seen_at as lastSeenAt',
      'created_at as joinedAt',
      isLikedBy(scope, sql.ref('people.account_id')).as('isLiked'),
    ])
    .where(sql<boolean>`account_id = any(${memberIds})`)
    .execute()
}
