import { sql } from 'kysely'
import type { Db, Trx } from '../../db/connection.server.ts'
import { deleteSome } from '../../db/delete-some.server.ts'

export const linkPurposes = ['confirmEmail', 'signIn', 'reset', 'changeEmail', 'keepAccount'] as const

/** What a `changeEmail` grant changes: the new address, and the session that asked, which stays signed in. */
export type EmailChange = { email: string; sessionId: number }

/**
 * `resetPassword` is given by following a `reset` link: a cookie that allows one password change. `comeBack` is given
 * by a `keepAccount` link, or by signing in to a deleted account: a cookie that allows to undo the deletion.
 */
export type GrantPurpose = (typeof linkPurposes)[number] | 'resetPassword' | 'comeBack'

/** Deletes the account's older grants of that purpose on this brand; those of other brands stay valid. */
export async function insertGrant(
  trx: Db | Trx,
  grant: { tokenHash: Uint8Array; purpose: GrantPurpose; accountId: number; brand: string; payload?: EmailChange; at: Date; expiresAt: Date },
): Promise<void> {
  await trx
    .updateTable('tokens')
    .set({ used_at: grant.at })
    .where('account_id', '=', grant.accountId)
    .where('purpose', '=', grant.purpose)
    .where('brand', '=', grant.brand)
    .where('used_at', 'is', null)
    .execute()
  await trx
    .insertInto('tokens')
    .values({
      token_hash: grant.tokenHash,
      purpose: grant.purpose,
      account_id: grant.accountId,
      brand: grant.brand,
      payload: JSON.stringify(grant.payload ?? {}),
      created_at: grant.at,
      expires_at: grant.expiresAt,
      used_at: null,
    })
    .execute()
}

/** Locks the account of a grant, if any. The lock order is account first, then its grants, which avoids deadlocks. */
export async function lockBearer(trx: Trx, tokenHash: Uint8Array): Promise<void> {
  await trx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', (eb) => eb.selectFrom('tokens').select('account_id').where('token_hash', '=', tokenHash))
    .forNoKeyUpdate()
    .execute()
}

export async function spendGrant<Purpose extends GrantPurpose>(
  trx: Trx,
  tokenHash: Uint8Array,
  brand: string,
  purposes: readonly Purpose[],
  at: Date,
): Promise<{ accountId: number; purpose: Purpose; payload: Record<string, unknown> } | undefined> {
  const row = await trx
    .updateTable('tokens')
    .set({ used_at: at })
    .where('token_hash', '=', tokenHash)
    .where('brand', '=', brand)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returning(['account_id as accountId', 'purpose', 'payload'])
    .executeTakeFirst()
  return row && { accountId: row.accountId, purpose: row.purpose as Purpose, payload: row.payload }
}

/** The new address that an account's latest valid grant would give it; null without one. */
export async function pendingEmail(db: Db, accountId: number, brand: string, at: Date): Promise<string | null> {
  const row = await db
    .selectFrom('tokens')
    .select('payload')
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'changeEmail')
    .where('brand', '=', brand)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return row ? (row.payload as EmailChange).email : null
}

export async function voidGrants(trx: Trx, accountId: number, at: Date): Promise<void> {
  await trx.updateTable('tokens').set({ used_at: at }).where('account_id', '=', accountId).where('used_at', 'is', null).execute()
}

export function sweepGrants(db: Db, at: Date, most: number): Promise<number> {
  return deleteSome(db, 'tokens', sql.ref('expires_at'), at, most)
}
