import { sql } from 'kysely'
import type { OwnCount } from '#api/own-counts.server.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { rowsOf } from '#db/rows-of.ts'

export type ContactBlock = { blockerId: number; blockedId: number; contactId: number }

/** Without those that were lifted. */
export async function countOfContacts(db: Db | Trx, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('blocked_contacts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('ends_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export const contactCount: OwnCount = {
  name: 'contacts',
  rows: (db, { accountId }) =>
    db
      .selectFrom('blocked_contacts')
      .select('id')
      .where('account_id', '=', accountId)
      .where('ends_at', 'is', null),
}

/** Those of a day are all here: none is lifted on it. */
export async function countAddedSince(trx: Trx, accountId: number, since: Date): Promise<number> {
  const { count } = await trx
    .selectFrom('blocked_contacts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow()
  return count
}

/** One list is changed by one call at a time, so that its limits hold. */
export async function lockContacts(trx: Trx, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contacts:${accountId}`}, 0))`.execute(
    trx,
  )
}

/** Which of these addresses are blocked, and not lifted. */
export async function heldContacts(
  trx: Trx,
  accountId: number,
  hashes: readonly Buffer[],
): Promise<Set<string>> {
  const given = rowsOf(hashes.map((hash) => hash.toString('hex')))
  const rows = await trx
    .selectFrom(given.as('given'))
    .innerJoin('blocked_contacts', (join) =>
      join
        .on('blocked_contacts.account_id', '=', accountId)
        .on('blocked_contacts.contact_hash', '=', sql<Buffer>`decode(given.value, 'hex')`),
    )
    .select('given.value')
    .where('ends_at', 'is', null)
    .execute()
  return new Set(rows.map(({ value }) => value))
}

/** Addresses that are not held; one that was lifted holds again. */
export async function insertContacts(
  trx: Trx,
  accountId: number,
  hashes: readonly Buffer[],
  at: Date,
): Promise<Array<{ id: number; hash: string }>> {
  if (hashes.length === 0) return []
  const given = rowsOf(hashes.map((hash) => hash.toString('hex')))
  const { rows } = await sql<{ id: number; hash: string }>`
    insert into blocked_contacts (account_id, contact_hash, created_at)
    select ${accountId}::bigint, decode(value, 'hex'), ${at}::timestamptz from ${given} as given
    on conflict (account_id, contact_hash) do update set created_at = excluded.created_at, ends_at = null
    returning id, encode(contact_hash, 'hex') as hash`.execute(trx)
  return rows
}

/**
 * Null for all of them. They hide until `endsAt`; what has not taken effect never does. Returns how
 * many there were.
 */
export async function liftContacts(
  trx: Trx,
  accountId: number,
  hash: Buffer | null,
  endsAt: Date,
): Promise<number> {
  const lifted = await trx
    .updateTable('blocked_contacts')
    .set({ ends_at: endsAt })
    .where('account_id', '=', accountId)
    .where('ends_at', 'is', null)
    .$if(hash !== null, (query) => query.where('contact_hash', '=', hash as Buffer))
    .returning('id')
    .execute()
  if (lifted.length === 0) return 0
  const ids = rowsOf(lifted.map(({ id }) => id))
  await sql`
    delete from coming_blocks
    where blocker_id = ${accountId} and contact_id in (select value::bigint from ${ids} as lifted)`.execute(
    trx,
  )
  return lifted.length
}

/** Who has blocked an address, and when. */
export async function blockersOf(
  trx: Trx,
  hash: Buffer,
): Promise<Array<{ id: number; accountId: number; since: Date }>> {
  return trx
    .selectFrom('blocked_contacts')
    .select(['id', 'account_id as accountId', 'created_at as since'])
    .where('contact_hash', '=', hash)
    .where('ends_at', 'is', null)
    .orderBy('account_id')
    .execute()
}

export async function insertComing(
  trx: Trx,
  blocks: ReadonlyArray<ContactBlock & { takesEffectAt: Date }>,
): Promise<void> {
  if (blocks.length === 0) return
  const rows = blocks.map(({ blockerId, blockedId, contactId, takesEffectAt }) => ({
    blocker_id: blockerId,
    blocked_id: blockedId,
    contact_id: contactId,
    takes_effect_at: takesEffectAt,
  }))
  await trx
    .insertInto('coming_blocks')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function dueBlockers(db: Db, at: Date, most: number): Promise<number[]> {
  const due = db
    .selectFrom('coming_blocks')
    .select('blocker_id as id')
    .where('takes_effect_at', '<=', at)
  return (await due.groupBy('blocker_id').limit(most).execute()).map(({ id }) => id)
}

export async function takeDue(trx: Trx, blockerId: number, at: Date): Promise<ContactBlock[]> {
  return trx
    .deleteFrom('coming_blocks')
    .where('blocker_id', '=', blockerId)
    .where('takes_effect_at', '<=', at)
    .returning(['blocker_id as blockerId', 'blocked_id as blockedId', 'contact_id as contactId'])
    .execute()
}

export async function insertContactBlock(
  trx: Trx,
  { blockerId, blockedId, contactId }: ContactBlock,
  at: Date,
): Promise<void> {
  await trx
    .insertInto('blocks')
    .values({ blocker_id: blockerId, blocked_id: blockedId, contact_id: contactId, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Ends what hides an account for its address, and what would. */
export async function forgetContactBlocks(trx: Trx, accountId: number): Promise<void> {
  await trx
    .deleteFrom('blocks')
    .where('blocked_id', '=', accountId)
    .where('contact_id', '>', 0)
    .execute()
  await trx.deleteFrom('coming_blocks').where('blocked_id', '=', accountId).execute()
}

/** Who has lifted addresses that hide nobody any longer. */
export async function dueLifters(db: Db, at: Date, most: number): Promise<number[]> {
  const due = db
    .selectFrom('blocked_contacts')
    .select('account_id as id')
    .where('ends_at', '<=', at)
  return (await due.groupBy('account_id').limit(most).execute()).map(({ id }) => id)
}

export async function endLifted(trx: Trx, accountId: number, at: Date): Promise<void> {
  const gone = trx
    .deleteFrom('blocked_contacts')
    .where('account_id', '=', accountId)
    .where('ends_at', '<=', at)
    .returning('id')
  const ids = (await gone.execute()).map(({ id }) => id)
  for (const table of ['blocks', 'coming_blocks'] as const) {
    await trx
      .deleteFrom(table)
      .where('blocker_id', '=', accountId)
      .where('contact_id', '>', 0)
      .where('contact_id', 'in', (query) =>
        query.selectFrom(rowsOf(ids).as('gone')).select(sql<number>`gone.value::bigint`.as('id')),
      )
      .execute()
  }
}
