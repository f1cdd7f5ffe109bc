import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { foldAddress, foldLogin } from '#lib/folding.ts'
import { hasProfile } from '../people/edit/own-profile.sql.ts'
import { erasedName } from './usernames/erased-name.ts'
import { isNameHeld } from './usernames/former-usernames.sql.ts'
import { usernameColumns } from './usernames/usernames.sql.ts'

/** Accounts of one address that nobody has confirmed. */
const MOST_UNCONFIRMED = 3

export type LoginCandidate = {
  id: number
  passwordHash: string
  bannedAt: Date | null
  deletedAt: Date | null
  isStaff: boolean
  hasProfile: boolean
}

/**
 * At most two: for an address, the owner first, then the latest account that registered with it
 * without owning it. A deleted account is among them as long as it can come back.
 */
export async function accountsWithLogin(db: Db, login: string): Promise<LoginCandidate[]> {
  const folded = foldLogin(login)
  // Each half of the address's rows has its own partial index; the planner uses it only if the
  // condition is named.
  const isMeant = login.includes('@')
    ? sql<boolean>`(owns_email and email_key = ${folded}) or (not owns_email and email_key = ${folded})`
    : sql<boolean>`username_key = ${folded}`
  return db
    .selectFrom('accounts')
    .leftJoin('departures', 'departures.account_id', 'accounts.id')
    .select([
      'id',
      'password_hash as passwordHash',
      'banned_at as bannedAt',
      'deleted_at as deletedAt',
      sql<boolean>`staff_since is not null`.as('isStaff'),
    ])
    .select(hasProfile(sql.ref('accounts.id')).as('hasProfile'))
    .where(sql<boolean>`(${isMeant})`)
    .where((eb) =>
      eb.or([
        eb('deleted_at', 'is', null),
        eb.and([eb('asked_at', 'is not', null), eb('erasing_at', 'is', null)]),
      ]),
    )
    .orderBy('owns_email', 'desc')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
}

export type NewAccount = {
  brand: string
  username: string
  email: string
  passwordHash: string
  wantsMarketing: boolean
  ip: string | null
  affiliateId: string | null
  subid: string | null
  campaignId: string | null
  source: string
  at: Date
}

/**
 * If the address has an owner, the new account does not own it. Returns null when the username is
 * taken.
 */
export async function insertAccount(
  trx: Trx,
  account: NewAccount,
): Promise<{ id: number; ownsEmail: boolean } | null> {
  const { at } = account
  const values = {
    brand: account.brand,
    ...usernameColumns(account.username),
    email: account.email,
    email_key: foldAddress(account.email),
    password_hash: account.passwordHash,
    sensitive_data_accepted_at: at,
    marketing_accepted_at: account.wantsMarketing ? at : null,
    signup_ip: account.ip,
    affiliate_id: account.affiliateId,
    subid: account.subid,
    campaign_id: account.campaignId,
    source: account.source,
    created_at: at,
  }
  // Each insert is one statement decided by a unique index, so that two concurrent requests cannot
  // both own an address.
  const owner = await trx
    .insertInto('accounts')
    .values({ ...values, owns_email: true })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  const made =
    owner ??
    (await trx
      .insertInto('accounts')
      .values({ ...values, owns_email: false })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst())
  if (!made) return null
  if (await isNameHeld(trx, account.username, made.id, at)) {
    await trx.deleteFrom('accounts').where('id', '=', made.id).execute()
    return null
  }
  return { id: made.id, ownsEmail: owner !== undefined }
}

type NewStaff = Pick<NewAccount, 'brand' | 'username' | 'email' | 'passwordHash' | 'at'>

/** An account without a profile. Returns null where the name or the address is somebody's. */
export async function insertStaffAccount(
  trx: Trx,
  { brand, username, email, passwordHash, at }: NewStaff,
): Promise<number | null> {
  if (await isNameHeld(trx, username, null, at)) return null
  const made = await trx
    .insertInto('accounts')
    .values({
      brand,
      ...usernameColumns(username),
      email,
      email_key: foldAddress(email),
      owns_email: true,
      email_confirmed_at: at,
      password_hash: passwordHash,
      sensitive_data_accepted_at: null,
      staff_since: at,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id ?? null
}

/** Locks an account, and returns its username and when it was last changed. */
export async function lockLogin(
  trx: Trx,
  accountId: number,
): Promise<{ username: string; usernameChangedAt: Date | null }> {
  return trx
    .selectFrom('accounts')
    .select(['username', 'username_changed_at as usernameChangedAt'])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export async function loginOf(
  db: Db | Trx,
  accountId: number,
): Promise<{ username: string; passwordHash: string }> {
  return db
    .selectFrom('accounts')
    .select(['username', 'password_hash as passwordHash'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
}

export type Addressee = { id: number; username: string; email: string; locale: string | null }

/** To whom mails about money go: also to somebody who has left, until the account is erased. */
export async function addresseeOf(db: Db | Trx, accountId: number): Promise<Addressee | null> {
  const row = await db
    .selectFrom('accounts')
    .select(['id', 'username', 'email', 'locale'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  // An erased account has a name in place of its address; its processor may still report something.
  return row && row.email !== erasedName(accountId) ? row : null
}

/**
 * Whether an address has more accounts than it may that nobody confirmed. The caller has locked the
 * address.
 */
export async function isAddressOverfull(trx: Trx, email: string): Promise<boolean> {
  const rows = await trx
    .selectFrom('accounts')
    .select('id')
    .where('email_key', '=', foldAddress(email))
    .where((eb) =>
      eb.or([eb('owns_email', '=', sql.lit(true)), eb('owns_email', '=', sql.lit(false))]),
    )
    .where('email_confirmed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .limit(MOST_UNCONFIRMED + 1)
    .execute()
  return rows.length > MOST_UNCONFIRMED
}

/** Returns the account if its address was unconfirmed before, else undefined. */
export async function confirmEmail(
  db: Db | Trx,
  accountId: number,
  at: Date,
): Promise<{ id: number; username: string; email: string } | undefined> {
  return db
    .updateTable('accounts')
    .set({ email_confirmed_at: at })
    .where('id', '=', accountId)
    .where('owns_email', '=', sql.lit(true))
    .where('email_confirmed_at', 'is', null)
    .returning(['id', 'username', 'email'])
    .executeTakeFirst()
}

/**
 * The lock mode allows foreign key references, so that two members who write to each other do not
 * wait.
 */
export async function lockAccount(trx: Trx, accountId: number): Promise<void> {
  await trx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Locks those of the accounts that no other transaction has locked; never waits. */
export async function lockFreeAccounts(
  trx: Trx,
  accountIds: readonly number[],
): Promise<Set<number>> {
  const rows = await trx
    .selectFrom('accounts')
    .select('id')
    .where(sql<boolean>`id = any(${accountIds})`)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function notePopunderSeen(db: Db, accountId: number, at: Date): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ popunder_seen_at: at })
    .where('id', '=', accountId)
    .where('popunder_seen_at', 'is', null)
    .execute()
}

export async function noteFullPageAdSeen(db: Db, accountId: number, nextAt: Date): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ full_page_ad_due_at: nextAt })
    .where('id', '=', accountId)
    .execute()
}

export async function originOfAccount(
  db: Db,
  accountId: number,
): Promise<{ signupIp: string; affiliateId: string }> {
  const row = await db
    .selectFrom('accounts')
    .select(['signup_ip as signupIp', 'affiliate_id as affiliateId'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { signupIp: row.signupIp ?? '', affiliateId: row.affiliateId ?? '' }
}
