import type { Scope } from '../../api/session.server.ts'
import type { Db } from '../../db/connection.server.ts'

export const profileColumns = [
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

/** The viewer's own profile, including a hidden one. */
export async function ownProfile(db: Db, { member }: Scope) {
  const row = await db.selectFrom('profiles').select(profileColumns).where('account_id', '=', member.id).executeTakeFirstOrThrow()
  return { ...row, username: member.username }
}
