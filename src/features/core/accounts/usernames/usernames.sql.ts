import type { Db, Trx } from '#db/connection.server.ts'
import { foldName } from '#lib/folding.ts'
import { nameLookOf } from '#lib/look-alikes.ts'
import { isNameHeld, refuseHeldName, UsernameHeld } from './former-usernames.sql.ts'
import { isLikeName } from './like-names.sql.ts'

/**
 * The name as written, its comparison key and its look-alike form; the last two have unique
 * indexes.
 */
export function usernameColumns(username: string): {
  username: string
  username_key: string
  username_look: string
} {
  return { username, username_key: foldName(username), username_look: nameLookOf(username) }
}

/** The account of this name, whatever its state; null if there is none. */
export async function accountNamed(db: Db | Trx, username: string): Promise<number | null> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('username_key', '=', foldName(username))
    .executeTakeFirst()
  return row?.id ?? null
}

export async function usernameStatus(
  db: Db,
  username: string,
  at: Date,
): Promise<'free' | 'taken' | 'accessesTaken'> {
  const rows = await db
    .selectFrom('accounts')
    .select('username_key as key')
    .where(isLikeName(username))
    .execute()
  if (rows.length === 0) return (await isNameHeld(db, username, null, at)) ? 'taken' : 'free'
  return rows.some((row) => row.key === foldName(username)) ? 'taken' : 'accessesTaken'
}

/**
 * Changes an account's username. If it is taken or held, the whole transaction fails: see
 * `isUsernameClash`.
 */
export async function renameAccount(
  trx: Trx,
  accountId: number,
  username: string,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('accounts')
    .set(usernameColumns(username))
    .where('id', '=', accountId)
    .execute()
  await refuseHeldName(trx, username, accountId, at)
}

export function isUsernameClash(error: unknown): boolean {
  if (error instanceof UsernameHeld) return true
  return (
    error instanceof Error &&
    'constraint' in error &&
    ['accounts_username_key', 'accounts_username_look'].includes(String(error.constraint))
  )
}

export async function usernamesOf(
  db: Db | Trx,
  accountIds: readonly number[],
): Promise<Map<number, string>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'username'])
    .where('id', 'in', accountIds)
    .execute()
  return new Map(rows.map(({ id, username }) => [id, username]))
}
