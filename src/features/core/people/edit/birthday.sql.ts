import type { Db } from '#db/connection.server.ts'

/**
 * Corrects a birthday once; of concurrent calls, one succeeds. Returns false if it was corrected
 * before.
 */
export async function correctBirthday(
  db: Db,
  accountId: number,
  birthday: string,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('profiles')
    .set({ birthday, birthday_corrected_at: at })
    .where('account_id', '=', accountId)
    .where('birthday_corrected_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
