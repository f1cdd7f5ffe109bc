import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Scope } from '#api/member.server.ts'
import type { Db } from '#db/connection.server.ts'

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
  'verified_at as verifiedAt',
] as const

/** The viewer's own profile, including a hidden one. */
export async function ownProfile(db: Db, { member }: Scope) {
  const row = await db
    .selectFrom('profiles')
    .select(profileColumns)
    .where('account_id', '=', member.id)
    .executeTakeFirstOrThrow()
  return { ...row, username: member.username }
}

/** Whether an account is a member's: staff accounts have no profile. */
export function hasProfile(accountId: Expression<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from profiles where profiles.account_id = ${accountId})`
}

/**
 * Whether a member has said something about themselves, and how old or how near the people are whom
 * they look for.
 */
export function hasWords(id: Expression<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from profiles where account_id = ${id} and about <> '')`
}

export function hasFacts(id: Expression<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from profiles where account_id = ${id} and facts <> '{}')`
}

export function hasWishes(id: Expression<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from profiles where account_id = ${id} and coalesce(wished_age_from, wished_age_to, wished_km) is not null
  )`
}

/** What staff see of a member beside the photos. */
export async function personToCheck(db: Db, accountId: number) {
  return db
    .selectFrom('profiles')
    .select(['gender', 'birthday'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
}

export function hidesHint(id: Expression<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from profiles where account_id = ${id} and hint_hidden_at is not null)`
}

export async function hideHint(db: Db, accountId: number, at: Date): Promise<void> {
  await db
    .updateTable('profiles')
    .set({ hint_hidden_at: at })
    .where('account_id', '=', accountId)
    .where('hint_hidden_at', 'is', null)
    .execute()
}
