import { sql } from 'kysely'
import { switchColumns } from '#api/switches.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { deleteSome } from '#db/delete-some.server.ts'
import { later, MINUTE } from '#lib/clock.ts'
import { erasedName } from '../usernames/erased-name.ts'

/** After this long, another process may resume an erasure that stopped. */
const LEASE = 10 * MINUTE

export type Departure = { accountId: number; username: string; eraseAt: Date }

/**
 * Marks an account as deleted, to be erased at `eraseAt`. Of concurrent calls, one returns true.
 */
export async function depart(
  trx: Trx,
  departure: { accountId: number; brand: string; at: Date; eraseAt: Date },
): Promise<boolean> {
  const { accountId, brand, at, eraseAt } = departure
  const { numUpdatedRows } = await trx
    .updateTable('accounts')
    .set({ deleted_at: at })
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await trx
    .insertInto('departures')
    .values({
      account_id: accountId,
      brand,
      asked_at: at,
      erase_at: eraseAt,
      erasing_at: null,
      erased_at: null,
    })
    .execute()
  return true
}

/** Undoes a departure; false if there is none, or its erasure is due. */
export async function takeBackDeparture(trx: Trx, accountId: number, at: Date): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('departures')
    .where('account_id', '=', accountId)
    .where('erasing_at', 'is', null)
    .where('erase_at', '>', at)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await trx.updateTable('accounts').set({ deleted_at: null }).where('id', '=', accountId).execute()
  return true
}

/** The account of an unused link or permission to come back, if its erasure is not due. */
export async function departureOfPermission(
  db: Db | Trx,
  tokenHash: Uint8Array,
  brand: string,
  at: Date,
): Promise<Departure | undefined> {
  return db
    .selectFrom('tokens')
    .innerJoin('departures', 'departures.account_id', 'tokens.account_id')
    .innerJoin('accounts', 'accounts.id', 'tokens.account_id')
    .select(['accounts.id as accountId', 'accounts.username', 'departures.erase_at as eraseAt'])
    .where('tokens.token_hash', '=', tokenHash)
    .where('tokens.purpose', 'in', ['comeBack', 'keepAccount'])
    .where('tokens.brand', '=', brand)
    .where('tokens.used_at', 'is', null)
    .where('tokens.expires_at', '>', at)
    .where('departures.erasing_at', 'is', null)
    .where('departures.erase_at', '>', at)
    .executeTakeFirst()
}

/** Claims an account whose erasure is due, or was begun by a process that stopped. */
export async function claimDeparture(db: Db, at: Date): Promise<number | null> {
  const row = await db
    .updateTable('departures')
    .set({ erasing_at: at })
    .where('account_id', '=', (eb) =>
      eb
        .selectFrom('departures')
        .select('account_id')
        .where('erased_at', 'is', null)
        .where('erase_at', '<=', at)
        .where((or) =>
          or.or([or('erasing_at', 'is', null), or('erasing_at', '<=', later(at, -LEASE))]),
        )
        .orderBy('erase_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning('account_id as accountId')
    .executeTakeFirst()
  return row?.accountId ?? null
}

/**
 * Empties the row of an account and frees its name and address; only the number stays, to which
 * records of payments and other members' own words belong. Returns false if that was done before.
 */
export async function emptyAccount(trx: Trx, accountId: number, at: Date): Promise<boolean> {
  const name = erasedName(accountId)
  const { numUpdatedRows } = await trx
    .updateTable('departures')
    .set({ erased_at: at })
    .where('account_id', '=', accountId)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  await trx
    .updateTable('accounts')
    .set({
      username: name,
      username_key: name,
      username_look: name,
      email: name,
      email_key: name,
      owns_email: false,
      password_hash: '',
      email_confirmed_at: null,
      sensitive_data_accepted_at: at,
      marketing_accepted_at: null,
      sharing_accepted_at: null,
      signup_ip: null,
      affiliate_id: null,
      subid: null,
      campaign_id: null,
      source: '',
      premium_until: null,
      first_premium_at: null,
      popunder_seen_at: null,
      full_page_ad_due_at: null,
      ...switchColumns('visibility', () => sql<boolean>`default`),
      ...switchColumns('discretion', () => sql<boolean>`default`),
      lock_after_minutes: null,
      lock_pin_hash: null,
      locale: null,
      username_changed_at: null,
      staff_since: null,
      ban_reason: null,
      created_at: at,
    })
    .where('id', '=', accountId)
    .execute()
  return numUpdatedRows > 0n
}

export function sweepDepartures(db: Db, before: Date, most: number): Promise<number> {
  return deleteSome(db, 'departures', sql.ref('erased_at'), before, most)
}
