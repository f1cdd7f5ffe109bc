import type { Db } from '../../db/connection.server.ts'

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
