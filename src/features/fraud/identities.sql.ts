import { sql } from 'kysely'
import type { Db, Trx } from '../../db/connection.server.ts'
import { deleteSome } from '../../db/delete-some.server.ts'
import { DAY, later } from '../../lib/clock.ts'

const KEPT = 3 * 365 * DAY

/** `hash`: of `identityOf`. */
export async function isFraudster(trx: Trx, hash: Uint8Array): Promise<boolean> {
  return (await trx.selectFrom('fraud_identities').select('since').where('email_hash', '=', hash).executeTakeFirst()) !== undefined
}

export async function keepIdentity(trx: Trx, hash: Uint8Array, at: Date): Promise<void> {
  await trx
    .insertInto('fraud_identities')
    .values({ email_hash: hash, since: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** For a ban that was taken back. */
export async function forgetIdentity(trx: Trx, hash: Uint8Array): Promise<void> {
  await trx.deleteFrom('fraud_identities').where('email_hash', '=', hash).execute()
}

export function sweepIdentities(db: Db, at: Date, most: number): Promise<number> {
  return deleteSome(db, 'fraud_identities', sql.ref('since'), later(at, -KEPT), most)
}
