import type { Db, Trx } from '../../db/connection.server.ts'

/** `gone`: banned, deleted or never there. */
export async function standingOf(db: Db, accountId: number): Promise<'staff' | 'member' | 'gone'> {
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

/** Where to write to a member; null for who is gone, or whose address nobody has confirmed. */
export async function contactOf(
  db: Db | Trx,
  accountId: number,
): Promise<{ email: string; username: string; brand: string } | null> {
  const row = await db
    .selectFrom('accounts')
    .select(['email', 'username', 'brand'])
    .where('id', '=', accountId)
    .where('owns_email', '=', true)
    .where('email_confirmed_at', 'is not', null)
    .where('banned_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Makes an account staff; false where it is already. */
export async function makeStaff(trx: Trx, accountId: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('accounts')
    .set({ staff_since: at })
    .where('id', '=', accountId)
    .where('staff_since', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Makes an account a member like any other; false where it is one. */
export async function endStaff(trx: Trx, accountId: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('accounts')
    .set({ staff_since: null })
    .where('id', '=', accountId)
    .where('staff_since', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What accounts are called, by id; who is gone has no name any more. */
export async function usernamesOf(db: Db, accountIds: readonly number[]): Promise<Map<number, string>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'username'])
    .where('id', 'in', accountIds)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, username }) => [id, username]))
}
