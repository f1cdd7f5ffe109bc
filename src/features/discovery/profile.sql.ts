import { sql } from 'kysely'
import type { Scope } from '../../api/session.server.ts'
import type { Db } from '../../db/connection.server.ts'
import { isLikedBy, isMatchOf, likesViewer } from '../matching/likes.sql.ts'
import { visibleTo } from '../people/visible.sql.ts'

const columns = [
  'account_id as id',
  'gender',
  'looking_for as lookingFor',
  'birthday',
  'country',
  'place_name as placeName',
  'region',
  'latitude',
  'longitude',
  'headline',
  'about',
  'last_seen_at as lastSeenAt',
  'created_at as joinedAt',
] as const

/** The profile of somebody whom the viewer may see, and what is between the two. */
export function visibleProfile(db: Db, scope: Scope, memberId: number) {
  const id = sql.ref<number>('people.account_id')
  return visibleTo(db, scope)
    .select([
      ...columns,
      'username',
      'is_support as isSupport',
      isLikedBy(scope, id).as('isLiked'),
      likesViewer(scope, id).as('likesYou'),
      isMatchOf(scope, id).as('isMatch'),
    ])
    .where('account_id', '=', memberId)
    .executeTakeFirst()
}

/** The viewer's own profile, whatever others may see of it. */
export async function ownProfile(db: Db, { member }: Scope) {
  const row = await db.selectFrom('profiles').select(columns).where('account_id', '=', member.id).executeTakeFirstOrThrow()
  return { ...row, username: member.username }
}
