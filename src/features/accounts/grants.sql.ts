import type { Db, Trx } from '../../db/connection.server.ts'

export type GrantPurpose = 'confirmEmail' | 'signIn'

/** Stores a grant in place of the account's older ones of that purpose. */
export async function insertGrant(
  trx: Db | Trx,
  grant: { tokenHash: Uint8Array; purpose: GrantPurpose; accountId: number; brand: string; at: Date; expiresAt: Date },
): Promise<void> {
  await trx
    .updateTable('tokens')
    .set({ used_at: grant.at })
    .where('account_id', '=', grant.accountId)
    .where('purpose', '=', grant.purpose)
    .where('used_at', 'is', null)
    .execute()
  await trx
    .insertInto('tokens')
    .values({
      token_hash: grant.tokenHash,
      purpose: grant.purpose,
      account_id: grant.accountId,
      brand: grant.brand,
      created_at: grant.at,
      expires_at: grant.expiresAt,
      used_at: null,
    })
    .execute()
}

/** Spends a grant, of several tries at once for one alone; undefined where there is nothing to spend. */
export async function spendGrant(
  trx: Trx,
  tokenHash: Uint8Array,
  brand: string,
  at: Date,
): Promise<{ accountId: number; purpose: GrantPurpose } | undefined> {
  const row = await trx
    .updateTable('tokens')
    .set({ used_at: at })
    .where('token_hash', '=', tokenHash)
    .where('brand', '=', brand)
    .where('purpose', 'in', ['confirmEmail', 'signIn'])
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returning(['account_id as accountId', 'purpose'])
    .executeTakeFirst()
  return row && { accountId: row.accountId, purpose: row.purpose as GrantPurpose }
}
