import type { Db, Trx } from '../../db/connection.server.ts'

/** `gone`: banned, deleted or never there. */
export async function accountStatus(db: Db, accountId: number): Promise<'staff' | 'member' | 'gone'> {
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

/** Who is behind an id: the name, and the address if it was proven. */
export type Known = { username: string; provenEmail: string | null }

/** The people of these accounts, by id; who is gone is not among them. */
export async function peopleBehind(db: Db, accountIds: readonly number[]): Promise<Map<number, Known>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'username', 'email', 'owns_email', 'email_confirmed_at'])
    .where('id', 'in', accountIds)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(
    rows.map(({ id, username, email, owns_email, email_confirmed_at }) => [
      id,
      { username, provenEmail: owns_email && email_confirmed_at !== null ? email : null },
    ]),
  )
}
