import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'

export async function encryptedFactorOf(db: Db | Trx, accountId: number): Promise<string | null> {
  const row = await db
    .selectFrom('second_factors')
    .select('sealed_secret as encrypted')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.encrypted ?? null
}

export async function factorsAmong(db: Db, accountIds: readonly number[]): Promise<number> {
  if (accountIds.length === 0) return 0
  const { count } = await db
    .selectFrom('second_factors')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', 'in', accountIds)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * The encrypted set-up of a session; other sessions cannot see it, and it is deleted with the
 * session.
 */
export async function encryptedSetUpOf(db: Db | Trx, sessionId: number): Promise<string | null> {
  const row = await db
    .selectFrom('second_factor_offers')
    .select('sealed as encrypted')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return row?.encrypted ?? null
}

export async function storeSetUp(
  db: Db,
  {
    sessionId,
    accountId,
    encrypted,
    at,
  }: { sessionId: number; accountId: number; encrypted: string; at: Date },
): Promise<void> {
  await db
    .insertInto('second_factor_offers')
    .values({ session_id: sessionId, account_id: accountId, sealed: encrypted, offered_at: at })
    .onConflict((conflict) =>
      conflict.column('session_id').doUpdateSet({ sealed: encrypted, offered_at: at }),
    )
    .execute()
}

export type NewFactor = {
  accountId: number
  encryptedSecret: string
  step: number
  recoveryHashes: readonly Uint8Array[]
  at: Date
}

/**
 * Stores a confirmed factor and deletes all set-ups of the account; returns false if it already has
 * a factor.
 */
export async function insertFactor(
  trx: Trx,
  { accountId, encryptedSecret, step, recoveryHashes, at }: NewFactor,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('second_factors')
    .values({
      account_id: accountId,
      sealed_secret: encryptedSecret,
      last_step: step,
      confirmed_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return false
  await trx
    .insertInto('recovery_codes')
    .values(recoveryHashes.map((hash) => ({ account_id: accountId, code_hash: hash })))
    .execute()
  await trx.deleteFrom('second_factor_offers').where('account_id', '=', accountId).execute()
  return true
}

/**
 * Uses up a time step and all earlier ones; false if it was used. Of concurrent calls, one
 * succeeds.
 */
export async function spendStep(trx: Trx, accountId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function spendRecoveryCode(
  trx: Trx,
  accountId: number,
  hash: Uint8Array,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function countRecoveryCodes(db: Db | Trx, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function deleteFactor(trx: Trx, accountId: number): Promise<boolean> {
  await trx.deleteFrom('second_factor_offers').where('account_id', '=', accountId).execute()
  const { numDeletedRows } = await trx
    .deleteFrom('second_factors')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
