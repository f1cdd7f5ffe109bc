import type { Trx } from '../../db/connection.server.ts'

/** Lets one transaction at a time change what hangs on a member's profile. */
export async function lockProfile(trx: Trx, accountId: number): Promise<void> {
  await trx.selectFrom('profiles').select('account_id').where('account_id', '=', accountId).forUpdate().execute()
}

/** Kept with the profile because search filters by it; told by photos/, in the transaction that changes it. */
export async function setHasPhoto(trx: Trx, accountId: number, hasPhoto: boolean): Promise<void> {
  await trx.updateTable('profiles').set({ has_photo: hasPhoto }).where('account_id', '=', accountId).execute()
}
