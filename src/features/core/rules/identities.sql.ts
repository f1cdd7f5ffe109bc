import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'

/** `hash`: of `identityOf`. */
export async function isFraudster(trx: Trx, hash: Uint8Array): Promise<boolean> {
  return (
    (await trx
      .selectFrom('fraud_identities')
      .select('since')
      .where('email_hash', '=', hash)
      .executeTakeFirst()) !== undefined
  )
}

/**
 * Locks the row also where it was there: whoever would forget it waits, and then sees why it stays.
 */
export async function keepIdentity(trx: Trx, hash: Uint8Array, at: Date): Promise<void> {
  await trx
    .insertInto('fraud_identities')
    .values({ email_hash: hash, since: at })
    .onConflict((conflict) =>
      conflict.column('email_hash').doUpdateSet({ since: sql`fraud_identities.since` }),
    )
    .execute()
}

/** Locks a mailbox that is known; false where it is not any more. */
export async function lockIdentity(trx: Trx, hash: Uint8Array): Promise<boolean> {
  return (
    (await trx
      .selectFrom('fraud_identities')
      .select('since')
      .where('email_hash', '=', hash)
      .forUpdate()
      .executeTakeFirst()) !== undefined
  )
}

/** Of these mailboxes those that are known, each once. */
export async function knownAmong(db: Db, hashes: readonly Uint8Array[]): Promise<Uint8Array[]> {
  if (hashes.length === 0) return []
  const rows = await db
    .selectFrom('fraud_identities')
    .select('email_hash as hash')
    .where('email_hash', 'in', [...hashes])
    .execute()
  return rows.map(({ hash }) => hash)
}

/** For a ban that was taken back. */
export async function forgetIdentity(trx: Trx, hash: Uint8Array): Promise<void> {
  await trx.deleteFrom('fraud_identities').where('email_hash', '=', hash).execute()
}
