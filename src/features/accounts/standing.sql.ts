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
