import { type Expression, type RawBuilder, sql } from 'kysely'
import { hasProfile } from '#core/people/edit/own-profile.sql.ts'
import type { Db, Trx } from '#db/connection.server.ts'

/** `gone`: banned, deleted or unknown. */
export async function accountStatus(
  db: Db,
  accountId: number,
): Promise<'staff' | 'member' | 'gone'> {
  const row = await db
    .selectFrom('accounts')
    .select('staff_since')
    .where('id', '=', accountId)
    .where('banned_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return 'gone'
  return row.staff_since === null ? 'member' : 'staff'
}

/** Whether an account is unknown, deleted, or closed without an end. */
export async function isClosedForGood(db: Db | Trx, accountId: number): Promise<boolean> {
  const open = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('banned_at', 'is', null), eb('suspended_until', 'is not', null)]))
    .executeTakeFirst()
  return open === undefined
}

/** Whether an account is neither banned nor deleted. */
export function isAccountOpen(accountId: Expression<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from accounts where accounts.id = ${accountId} and banned_at is null and deleted_at is null)`
}

/** Whether an account is open and staff's. */
export function isStaffNow(accountId: Expression<number | null>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from accounts where accounts.id = ${accountId} and staff_since is not null and banned_at is null and deleted_at is null)`
}

/** Whether an account is staff's, also a closed one. */
export function isOfStaff(accountId: Expression<number | null>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from accounts where accounts.id = ${accountId} and staff_since is not null)`
}

export async function bannedAmong(
  db: Db | Trx,
  accountIds: readonly number[],
): Promise<Set<number>> {
  if (accountIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', 'in', accountIds)
    .where('banned_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

type Contact = { email: string; username: string; brand: string }

/** Where to write to a member; null if the account is gone or its address is unconfirmed. */
export async function contactOf(db: Db | Trx, accountId: number): Promise<Contact | null> {
  return (await contactsWithin(db, [accountId])).get(accountId) ?? null
}

/** The same of several; whoever cannot be written to is left out. */
export async function contactsWithin(
  db: Db | Trx,
  accountIds: readonly number[],
): Promise<Map<number, Contact>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'email', 'username', 'brand'])
    .where('id', 'in', accountIds)
    .where('owns_email', '=', sql.lit(true))
    .where('email_confirmed_at', 'is not', null)
    .where('banned_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, ...contact }) => [id, contact]))
}

/** Null where the account is or was a member's. */
export async function makeStaff(trx: Trx, accountId: number, at: Date): Promise<boolean | null> {
  const isMember = await trx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where((eb) => eb.or([hasProfile(sql.ref('accounts.id')), eb('deleted_at', 'is not', null)]))
    .executeTakeFirst()
  if (isMember) return null
  const { numUpdatedRows } = await trx
    .updateTable('accounts')
    .set({ staff_since: at })
    .where('id', '=', accountId)
    .where('staff_since', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function endStaff(trx: Trx, accountId: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('accounts')
    .set({ staff_since: null })
    .where('id', '=', accountId)
    .where('staff_since', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type AccountContact = { username: string; provenEmail: string | null }

export async function contactsOf(
  db: Db,
  accountIds: readonly number[],
): Promise<Map<number, AccountContact>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'username', 'email', 'owns_email', 'email_confirmed_at'])
    .where('id', 'in', accountIds)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return new Map(
    rows.map(({ id, username, email, owns_email, email_confirmed_at }) => [
      id,
      { username, provenEmail: owns_email && email_confirmed_at !== null ? email : null },
    ]),
  )
}
