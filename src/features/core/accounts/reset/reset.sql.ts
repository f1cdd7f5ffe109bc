import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { deleteSome } from '#db/delete-some.server.ts'
import { foldAddress } from '#lib/folding.ts'

export type Resettable = { id: number; username: string; email: string }

/**
 * A stored request. `email` is encrypted; `deviceHash` is null if the browser sent no device
 * cookie.
 */
export type ResetRequest = {
  brand: string
  email: string
  deviceHash: Uint8Array | null
  requestedAt: Date
}

const dueAt = sql<Date>`coalesce(due_at, requested_at)`

export async function insertResetRequest(
  trx: Trx,
  { brand, email, deviceHash, requestedAt }: ResetRequest,
): Promise<void> {
  await trx
    .insertInto('reset_requests')
    .values({
      brand,
      email,
      device_hash: deviceHash,
      requested_at: requestedAt,
      account_id: null,
      due_at: null,
    })
    .execute()
}

export async function takeResetRequest(trx: Trx, at: Date): Promise<ResetRequest | undefined> {
  return trx
    .deleteFrom('reset_requests')
    .where('id', '=', (eb) =>
      eb
        .selectFrom('reset_requests')
        .select('id')
        .where(dueAt, '<=', at)
        .orderBy(dueAt)
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['brand', 'email', 'device_hash as deviceHash', 'requested_at as requestedAt'])
    .executeTakeFirst()
}

/** Postpones a request until `dueAt`; keeps one request per account and brand. */
export async function postponeReset(
  trx: Trx,
  { brand, email, requestedAt }: ResetRequest,
  accountId: number,
  dueAt: Date,
): Promise<void> {
  await trx
    .insertInto('reset_requests')
    .values({
      brand,
      email,
      device_hash: null,
      requested_at: requestedAt,
      account_id: accountId,
      due_at: dueAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'brand']).where('account_id', 'is not', null).doNothing(),
    )
    .execute()
}

export async function dropPostponed(trx: Trx, accountId: number, brand: string): Promise<void> {
  await trx
    .deleteFrom('reset_requests')
    .where('account_id', '=', accountId)
    .where('brand', '=', brand)
    .execute()
}

export function dropResetRequests(db: Db, before: Date, most: number): Promise<number> {
  return deleteSome(db, 'reset_requests', dueAt, before, most)
}

export async function lockOwner(trx: Trx, email: string): Promise<Resettable | undefined> {
  return trx
    .selectFrom('accounts')
    .select(['id', 'username', 'email'])
    .where('email_key', '=', foldAddress(email))
    .where('owns_email', '=', sql.lit(true))
    .where('banned_at', 'is', null)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The account of a reset link that was open at `openedAt` and has not been used since. */
export async function accountOfReset(
  db: Db,
  tokenHash: Uint8Array,
  brand: string,
  openedAt: Date,
): Promise<Resettable | undefined> {
  return db
    .selectFrom('tokens')
    .innerJoin('accounts', 'accounts.id', 'tokens.account_id')
    .select(['accounts.id', 'accounts.username', 'accounts.email'])
    .where('tokens.token_hash', '=', tokenHash)
    .where('tokens.purpose', '=', 'reset')
    .where('tokens.brand', '=', brand)
    .where('tokens.used_at', 'is', null)
    .where('tokens.expires_at', '>', openedAt)
    .where('accounts.owns_email', '=', sql.lit(true))
    .where('accounts.banned_at', 'is', null)
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function updatePasswordHash(
  trx: Trx,
  accountId: number,
  passwordHash: string,
): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('id', '=', accountId)
    .execute()
}
