import { type Expression, type RawBuilder, sql } from 'kysely'
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

/** Whether a member has said something about themselves, and how old or how near the people are whom they look for. */
export function hasWords(id: Expression<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from profiles where account_id = ${id} and about <> '')`
}

export function hasWishes(id: Expression<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from profiles where account_id = ${id} and coalesce(wished_age_from, wished_age_to, wished_km) is not null
  )`
}
