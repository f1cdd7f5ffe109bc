import type { Trx } from '../../db/connection.server.ts'

export async function lockProfile(trx: Trx, accountId: number): Promise<void> {
  await trx.selectFrom('profiles').select('account_id').where('account_id', '=', accountId).forUpdate().execute()
}

/** A copy for search, which filters by it; photos/ updates it in the same transaction as the photo. */
export async function setHasPhoto(trx: Trx, accountId: number, hasPhoto: boolean): Promise<void> {
  await trx.updateTable('profiles').set({ has_photo: hasPhoto }).where('account_id', '=', accountId).execute()
}
