import { sql } from 'kysely'
import { compiledOnce } from '#db/compiled-once.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { rowsOf } from '#db/rows-of.ts'
import { DAY, later } from '#lib/clock.ts'
import { hadBlocked } from '#members/reports/blocks/block.sql.ts'

/** Statutes ask for notices within 24 hours. */
const DUE = DAY
/** Of the last twelve months. */
const SINCE = 365 * DAY

/** Notes a ban whose notices are to be sent; false if it is known. */
export async function noteFraudBan(
  trx: Trx,
  ban: { id: number; accountId: number; at: Date; identity: Uint8Array | null },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('fraud_bans')
    .values({
      decision_id: ban.id,
      account_id: ban.accountId,
      banned_at: ban.at,
      due_at: later(ban.at, DUE),
      identity: ban.identity,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Of these bans those that are not noted yet. */
export async function unnotedAmong(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const noted = await db
    .selectFrom('fraud_bans')
    .select('decision_id as id')
    .where('decision_id', 'in', [...ids])
    .execute()
  const known = new Set(noted.map(({ id }) => id))
  return new Set(ids.filter((id) => !known.has(id)))
}

export async function bansWithoutIdentity(
  db: Db,
  ids: readonly number[],
): Promise<Array<{ id: number; accountId: number }>> {
  if (ids.length === 0) return []
  return db
    .selectFrom('fraud_bans')
    .select(['decision_id as id', 'account_id as accountId'])
    .where('decision_id', 'in', [...ids])
    .where('identity', 'is', null)
    .execute()
}

export async function noteIdentity(db: Db, id: number, identity: Uint8Array): Promise<void> {
  await db.updateTable('fraud_bans').set({ identity }).where('decision_id', '=', id).execute()
}

export async function identitiesOf(db: Db, ids: readonly number[]): Promise<Uint8Array[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('fraud_bans')
    .select('identity')
    .where('decision_id', 'in', [...ids])
    .where('identity', 'is not', null)
    .execute()
  return rows.map(({ identity }) => identity).filter((identity) => identity !== null)
}

export async function bansAbout(trx: Trx, identity: Uint8Array): Promise<number[]> {
  const rows = await trx
    .selectFrom('fraud_bans')
    .select('decision_id as id')
    .where('identity', '=', identity)
    .execute()
  return rows.map(({ id }) => id)
}

export type OpenBan = { id: number; accountId: number; at: Date; toldUntil: number }

/** The ban whose notices are due first and that no other process works at, locked; but these. */
export async function lockNextBan(trx: Trx, but: readonly number[]): Promise<OpenBan | undefined> {
  return trx
    .selectFrom('fraud_bans')
    .select([
      'decision_id as id',
      'account_id as accountId',
      'banned_at as at',
      'told_until as toldUntil',
    ])
    .where('done_at', 'is', null)
    .$if(but.length > 0, (query) => query.where('decision_id', 'not in', [...but]))
    .orderBy('due_at')
    .limit(sql.lit(1))
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** Bans of before a moment of which somebody is still to be told. */
export async function bansToTell(
  db: Db | Trx,
  before: Date,
  most: number,
): Promise<Array<{ id: number; at: Date }>> {
  return db
    .selectFrom('fraud_bans')
    .select(['decision_id as id', 'banned_at as at'])
    .where('done_at', 'is', null)
    .where('due_at', '<=', later(before, DUE))
    .orderBy('due_at')
    .limit(sql.lit(most))
    .execute()
}

/** Keeps how far the notices of a ban are; `done` once nobody is left. */
export async function keepProgress(
  trx: Trx,
  id: number,
  progress: { toldUntil: number; told: number; done: Date | null },
): Promise<void> {
  await trx
    .updateTable('fraud_bans')
    .set((eb) => ({
      told_until: progress.toldUntil,
      told: eb('told', '+', progress.told),
      done_at: progress.done,
    }))
    .where('decision_id', '=', id)
    .execute()
}

/**
 * Who has both got messages of an account and written to it within twelve months of its ban, and
 * had not blocked it before: up to `most` after `after`, by id.
 */
export async function correspondentsOf(
  trx: Trx,
  { accountId, at }: OpenBan,
  after: number,
  most: number,
): Promise<number[]> {
  const since = later(at, -SINCE)
  const { rows } = await sql<{ id: number }>`
    select side.other_id as id from conversation_sides side
    where side.account_id = ${accountId} and side.other_id > ${after}
      and exists (select from messages m where m.conversation_id = side.conversation_id and m.sender_id = ${accountId} and m.created_at > ${since})
      and exists (select from messages m where m.conversation_id = side.conversation_id and m.sender_id = side.other_id and m.created_at > ${since})
      and not ${hadBlocked(sql.ref('side.other_id'), accountId, at)}
    order by side.other_id limit ${sql.lit(most)}`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Adds a notice for each of these people; returns those who were not told of that one before. */
export async function addNotices(
  trx: Trx,
  accountIds: readonly number[],
  otherId: number,
  at: Date,
): Promise<Set<number>> {
  if (accountIds.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    insert into fraud_notices (account_id, other_id, at) select given.value::bigint, ${otherId}::bigint, ${at}::timestamptz from ${rowsOf(accountIds)} given
    on conflict do nothing returning account_id as id`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

const MOST_SHOWN = 5

const open = compiledOnce((db, { accountId }: { accountId: number }) =>
  db
    .selectFrom('fraud_notices')
    .select(['id', 'other_id as otherId', 'at'])
    .where('account_id', '=', accountId)
    .where('seen_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(sql.lit(MOST_SHOWN)),
)

export function openNotices(
  db: Db,
  accountId: number,
): Promise<Array<{ id: number; otherId: number; at: Date }>> {
  return open(db, { accountId })
}

export async function closeNotice(db: Db, accountId: number, id: number, at: Date): Promise<void> {
  await db
    .updateTable('fraud_notices')
    .set({ seen_at: at })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('seen_at', 'is', null)
    .execute()
}
