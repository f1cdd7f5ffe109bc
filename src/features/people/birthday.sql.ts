import type { Db } from '../../db/connection.server.ts'

/** Corrects a birthday, of several tries at once for one alone; false where it had been corrected before. */
export async function correctBirthday(db: Db, accountId: number, birthday: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('profiles')
    .set({ birthday, birthday_corrected_at: at })
    .where('account_id', '=', accountId)
    .where('birthday_corrected_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
