import { sql } from 'kysely'
import type { Db, Trx } from '../../db/connection.server.ts'
import { rowsOf } from '../../db/rows-of.ts'

type Block = { blockerId: number; blockedId: number; contactId: number }

export async function countOfContacts(db: Db | Trx, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('blocked_contacts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return count
}

/** One list is changed by one call at a time, so that its limit holds. */
export async function lockContacts(trx: Trx, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contacts:${accountId}`}, 0))`.execute(trx)
}

/** Returns those that were not there before. */
export async function insertContacts(trx: Trx, accountId: number, hashes: readonly Buffer[], at: Date): Promise<Array<{ id: number; hash: string }>> {
  if (hashes.length === 0) return []
  const given = rowsOf(hashes.map((hash) => hash.toString('hex')))
  const { rows } = await sql<{ id: number; hash: string }>`
    insert into blocked_contacts (account_id, contact_hash, created_at)
    select ${accountId}::bigint, decode(value, 'hex'), ${at}::timestamptz from ${given} as given
    on conflict do nothing
    returning id, encode(contact_hash, 'hex') as hash`.execute(trx)
  return rows
}

/** Null for all of them. Returns how many there were. */
export async function deleteContacts(trx: Trx, accountId: number, hash: Buffer | null): Promise<number> {
  const gone = await trx
    .deleteFrom('blocked_contacts')
    .where('account_id', '=', accountId)
    .$if(hash !== null, (query) => query.where('contact_hash', '=', hash as Buffer))
    .returning('id')
    .execute()
  if (gone.length === 0) return 0
  await trx
    .deleteFrom('blocks')
    .where('blocker_id', '=', accountId)
    .where('contact_id', '>', 0)
    .where('contact_id', 'in', (query) => query.selectFrom(rowsOf(gone.map(({ id }) => id)).as('gone')).select(sql<number>`gone.value::bigint`.as('id')))
    .execute()
  return gone.length
}

/** Who has blocked an address. */
export async function blockersOf(trx: Trx, hash: Buffer): Promise<Array<{ id: number; accountId: number }>> {
  return trx.selectFrom('blocked_contacts').select(['id', 'account_id as accountId']).where('contact_hash', '=', hash).orderBy('account_id').execute()
}

export async function insertContactBlock(trx: Trx, { blockerId, blockedId, contactId }: Block, at: Date): Promise<void> {
  await trx
    .insertInto('blocks')
    .values({ blocker_id: blockerId, blocked_id: blockedId, contact_id: contactId, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
