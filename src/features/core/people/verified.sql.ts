import type { Db, Trx } from '#db/connection.server.ts'

/**
 * The mark that staff have compared a photo in a pose with the main photo; it belongs to that photo
 * alone.
 */
export async function markVerified(
  trx: Trx,
  accountId: number,
  photoId: number,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('profiles')
    .set({ verified_at: at, verified_photo_id: photoId })
    .where('account_id', '=', accountId)
    .execute()
}

export async function unmarkVerified(trx: Trx, accountId: number): Promise<void> {
  await trx
    .updateTable('profiles')
    .set({ verified_at: null, verified_photo_id: null })
    .where('account_id', '=', accountId)
    .execute()
}

export async function verifiedSince(db: Db | Trx, accountId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('profiles')
    .select('verified_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.verified_at ?? null
}
