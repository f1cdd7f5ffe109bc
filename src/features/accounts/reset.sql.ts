import type { Db, Trx } from '../../db/connection.server.ts'
import { foldAddress } from '../../lib/folding.ts'

/** An account whose address hears of its password. */
export type Resettable = { id: number; username: string; email: string }

/** Leaves a request for the job that answers it; `email` is sealed. */
export async function insertResetRequest(trx: Trx, request: { brand: string; email: string; at: Date }): Promise<void> {
  await trx
    .insertInto('reset_requests')
    .values({ brand: request.brand, email: request.email, requested_at: request.at })
    .execute()
}

/** Takes the oldest request, which is gone if the transaction commits. */
export async function takeResetRequest(trx: Trx): Promise<{ brand: string; email: string } | undefined> {
  return trx
    .deleteFrom('reset_requests')
    .where('id', '=', (eb) => eb.selectFrom('reset_requests').select('id').orderBy('id').limit(1).forUpdate().skipLocked())
    .returning(['brand', 'email'])
    .executeTakeFirst()
}

/** Forgets requests that nobody waits for any more. */
export async function dropResetRequests(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('reset_requests').where('requested_at', '<=', before).execute()
}

/** The account that owns an address. Who merely typed it at register never does, whoever came first. */
export async function lockOwner(trx: Trx, email: string): Promise<Resettable | undefined> {
  return trx
    .selectFrom('accounts')
    .select(['id', 'username', 'email'])
    .where('email_key', '=', foldAddress(email))
    .where('owns_email', '=', true)
    .where('banned_at', 'is', null)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Whose password an unused permission of this brand may change. */
export async function accountOfPermission(
  db: Db,
  tokenHash: Uint8Array,
  brand: string,
  at: Date,
): Promise<Resettable | undefined> {
  return db
    .selectFrom('tokens')
    .innerJoin('accounts', 'accounts.id', 'tokens.account_id')
    .select(['accounts.id', 'accounts.username', 'accounts.email'])
    .where('tokens.token_hash', '=', tokenHash)
    .where('tokens.purpose', '=', 'resetPassword')
    .where('tokens.brand', '=', brand)
    .where('tokens.used_at', 'is', null)
    .where('tokens.expires_at', '>', at)
    .where('accounts.owns_email', '=', true)
    .where('accounts.banned_at', 'is', null)
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function updatePasswordHash(trx: Trx, accountId: number, passwordHash: string): Promise<void> {
  await trx.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', accountId).execute()
}
