import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { deleteSome } from '#db/delete-some.server.ts'

/** Rows per account; a client that drops cookies would otherwise add one at each sign-in. */
const MOST = 20

export async function accountsKnownTo(
  db: Db | Trx,
  deviceHash: Uint8Array,
  accountIds: readonly number[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('known_devices')
    .select('account_id as id')
    .where('device_hash', '=', deviceHash)
    .where('account_id', '=', sql<number>`any(${accountIds}::bigint[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** How many accounts that joined after `since` a device is known to. */
export async function accountsOnDevice(
  trx: Trx,
  deviceHash: Uint8Array,
  since: Date,
): Promise<number> {
  const { count } = await trx
    .selectFrom('known_devices')
    .innerJoin('accounts', 'accounts.id', 'known_devices.account_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('device_hash', '=', deviceHash)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

/** The device keeps its other known accounts under its new name; `before` is the old one. */
export async function insertDevice(
  db: Db | Trx,
  device: { hash: Uint8Array; before: Uint8Array | null; accountId: number; at: Date },
): Promise<void> {
  const { hash, before, accountId, at } = device
  if (before !== null)
    await db
      .updateTable('known_devices')
      .set({ device_hash: hash })
      .where('device_hash', '=', before)
      .execute()
  await db
    .insertInto('known_devices')
    .values({ device_hash: hash, account_id: accountId, seen_at: at })
    .onConflict((conflict) =>
      conflict.columns(['device_hash', 'account_id']).doUpdateSet({ seen_at: at }),
    )
    .execute()
  await db
    .deleteFrom('known_devices')
    .where('account_id', '=', accountId)
    .where('device_hash', 'not in', (eb) =>
      eb
        .selectFrom('known_devices')
        .select('device_hash')
        .where('account_id', '=', accountId)
        .orderBy('seen_at', 'desc')
        .limit(MOST),
    )
    .execute()
}

export async function forgetDevices(trx: Trx, accountId: number): Promise<void> {
  await trx.deleteFrom('known_devices').where('account_id', '=', accountId).execute()
}

export function sweepDevices(db: Db, before: Date, most: number): Promise<number> {
  return deleteSome(db, 'known_devices', sql.ref('seen_at'), before, most)
}
