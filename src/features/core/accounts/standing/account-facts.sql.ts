import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'

/** What support may see of an account: no profile and no preferences. */
export type AccountFacts = {
  id: number
  username: string
  brand: string
  createdAt: Date
  email: string
  ownsEmail: boolean
  emailConfirmedAt: Date | null
  marketingAcceptedAt: Date | null
  premiumUntil: Date | null
  firstPremiumAt: Date | null
  staffSince: Date | null
  bannedAt: Date | null
  banReason: string | null
}

function facts(db: Db | Trx, accountId: number) {
  return db
    .selectFrom('accounts')
    .select([
      'id',
      'username',
      'brand',
      'created_at as createdAt',
      'email',
      'owns_email as ownsEmail',
      'email_confirmed_at as emailConfirmedAt',
      'marketing_accepted_at as marketingAcceptedAt',
      'premium_until as premiumUntil',
      'first_premium_at as firstPremiumAt',
      'staff_since as staffSince',
      'banned_at as bannedAt',
      'ban_reason as banReason',
    ])
    .where('id', '=', accountId)
}

export async function accountFacts(db: Db | Trx, accountId: number): Promise<AccountFacts | null> {
  return (await facts(db, accountId).where('deleted_at', 'is', null).executeTakeFirst()) ?? null
}

/** The same of an account that may be deleted, as far as there is something left of it. */
export async function factsOfAnybody(
  db: Db,
  accountId: number,
): Promise<(AccountFacts & { deletedAt: Date | null; suspendedUntil: Date | null }) | null> {
  const row = await facts(db, accountId)
    .select(['deleted_at as deletedAt', 'suspended_until as suspendedUntil'])
    .executeTakeFirst()
  return row ?? null
}

export type CheckedAccount = {
  id: number
  homeBrand: string
  premiumUntil: Date | null
  firstPremiumAt: Date | null
}

/** Random accounts, for an audit. */
export function someAccounts(db: Db, most: number): Promise<CheckedAccount[]> {
  return db
    .selectFrom('accounts')
    .select([
      'id',
      'brand as homeBrand',
      'premium_until as premiumUntil',
      'first_premium_at as firstPremiumAt',
    ])
    .where('deleted_at', 'is', null)
    .orderBy(sql`random()`)
    .limit(most)
    .execute()
}

export async function firstAccountAt(db: Db | Trx): Promise<Date | null> {
  return (
    (await db.selectFrom('accounts').select('created_at').orderBy('id').limit(1).executeTakeFirst())
      ?.created_at ?? null
  )
}

export type AccountStanding = Pick<
  AccountFacts,
  'id' | 'brand' | 'createdAt' | 'bannedAt' | 'premiumUntil'
>

export async function standingsOf(
  db: Db,
  accountIds: readonly number[],
): Promise<AccountStanding[]> {
  if (accountIds.length === 0) return []
  return db
    .selectFrom('accounts')
    .select([
      'id',
      'brand',
      'created_at as createdAt',
      'banned_at as bannedAt',
      'premium_until as premiumUntil',
    ])
    .where('id', 'in', accountIds)
    .where('deleted_at', 'is', null)
    .execute()
}

/** The languages in which they read dates, of those who chose one. */
export async function localesOf(
  db: Db,
  accountIds: readonly number[],
): Promise<Map<number, string>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('accounts')
    .select(['id', sql<string>`locale`.as('locale')])
    .where('id', 'in', accountIds)
    .where('locale', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, locale }) => [id, locale]))
}
