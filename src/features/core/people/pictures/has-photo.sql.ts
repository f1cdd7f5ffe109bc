import type { Trx } from '#db/connection.server.ts'

export async function lockProfile(trx: Trx, accountId: number): Promise<void> {
  await trx
    .selectFrom('profiles')
    .select('account_id')
    .where('account_id', '=', accountId)
    .forUpdate()
    .execute()
}

/**
 * Copies for search, which filters by them; photos/ updates them in the same transaction as the
 * photo. The mark of a checked photo falls away with the main photo that it is about.
 */
export async function setMainPhoto(
  trx: Trx,
  accountId: number,
  photoId: number | null,
): Promise<void> {
  await trx
    .updateTable('profiles')
    .set({ has_photo: photoId !== null })
    .where('account_id', '=', accountId)
    .execute()
  await trx
    .updateTable('profiles')
    .set({ verified_at: null, verified_photo_id: null })
    .where('account_id', '=', accountId)
    .where('verified_photo_id', '<>', photoId ?? 0)
    .execute()
}
