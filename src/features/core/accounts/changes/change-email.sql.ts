import { sql } from 'kysely'
import type { Trx } from '#db/connection.server.ts'
import { rowsOf } from '#db/rows-of.ts'
import { foldAddress } from '#lib/folding.ts'

/** Locks addresses, which come in one order from every caller, as `lockAddress` does. */
export async function lockAddresses(trx: Trx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await sql`select pg_advisory_xact_lock(hashtextextended('email:' || value, 0)) from ${rowsOf(keys)} as given`.execute(
    trx,
  )
}

/** The accounts with one of these folded addresses, confirmed or not. */
export async function accountsWithAddresses(
  trx: Trx,
  keys: readonly string[],
): Promise<Array<{ id: number; key: string }>> {
  if (keys.length === 0) return []
  return trx
    .selectFrom(rowsOf(keys).as('given'))
    .innerJoin('accounts', 'accounts.email_key', 'given.value')
    .select(['accounts.id', 'accounts.email_key as key'])
    .execute()
}

/** Locks an address until the end of the transaction, whether or not it has an account. */
export async function lockAddress(trx: Trx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`email:${foldAddress(email)}`}, 0))`.execute(
    trx,
  )
}

export async function hasOwner(trx: Trx, email: string): Promise<boolean> {
  const row = await trx
    .selectFrom('accounts')
    .select('id')
    .where('email_key', '=', foldAddress(email))
    .where('owns_email', '=', sql.lit(true))
    .executeTakeFirst()
  return row !== undefined
}

type AddressToChange = {
  username: string
  brand: string
  email: string
  ownsEmail: boolean
  isConfirmed: boolean
  /** Closed by staff, or deleted. */
  isClosed: boolean
}

export async function addressToChange(trx: Trx, accountId: number): Promise<AddressToChange> {
  return trx
    .selectFrom('accounts')
    .select([
      'username',
      'brand',
      'email',
      'owns_email as ownsEmail',
      sql<boolean>`email_confirmed_at is not null`.as('isConfirmed'),
      sql<boolean>`banned_at is not null or deleted_at is not null`.as('isClosed'),
    ])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
}

/**
 * Gives an account a confirmed address of its own; the unique index refuses one that has an owner.
 */
export async function moveToAddress(
  trx: Trx,
  accountId: number,
  email: string,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ email, email_key: foldAddress(email), owns_email: true, email_confirmed_at: at })
    .where('id', '=', accountId)
    .execute()
}

/** Whether the unique index refused an address: somebody registered with it at the same moment. */
export function isAddressClash(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'accounts_email'
}
