import { type ExpressionBuilder, sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { monthStart } from '#db/months.server.ts'
import { mostOf } from '#db/rows-of.ts'
import type { Database } from '#db/schema.ts'

/**
 * What the hash of a row is made of. `at` in microseconds and `details` as text, as exactly as they
 * are stored.
 */
export type Content = {
  id: number
  at: string
  actor: number | null
  action: string
  subject: number | null
  brand: string | null
  details: string
}

export type Sealed = { seq: number; hash: string }
export type SealedRow = Content & { seq: number; prevHash: string; hash: string }
export type Checkpoint = Sealed & { at: Date; signature: string }

const content = ({ ref }: ExpressionBuilder<Database, 'audit_log'>) => [
  'id' as const,
  sql<string>`(extract(epoch from at) * 1000000)::bigint::text`.as('at'),
  ref('actor_id').as('actor'),
  'action' as const,
  ref('subject_id').as('subject'),
  'brand' as const,
  sql<string>`details::text`.as('details'),
]

/** The newest sealed row; undefined while another transaction seals or cuts. */
export async function headToMove(trx: Trx): Promise<Sealed | undefined> {
  return trx
    .selectFrom('audit_head')
    .select(['seq', 'hash'])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

export async function headOf(db: Db | Trx): Promise<Sealed> {
  return db.selectFrom('audit_head').select(['seq', 'hash']).executeTakeFirstOrThrow()
}

/**
 * In the order of their index: after many acts at once, the planner would rather pass what is
 * sealed until it finds one.
 */
export async function anyUnsealed(db: Db): Promise<boolean> {
  return (
    (await db
      .selectFrom('audit_log')
      .select('id')
      .where('seq', 'is', null)
      .orderBy('id')
      .limit(sql.lit(1))
      .executeTakeFirst()) !== undefined
  )
}

export async function countUnsealed(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('audit_log')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('seq', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Committed rows that are not in the chain yet, by number. */
export async function unsealedRows(trx: Trx, most: number): Promise<Content[]> {
  return trx
    .selectFrom('audit_log')
    .select(content)
    .where('seq', 'is', null)
    .orderBy('id')
    .limit(sql.lit(most))
    .execute()
}

/** `at`, as of `Content`, is the month in which a row is looked for. */
export async function seal(
  trx: Trx,
  rows: ReadonlyArray<Sealed & { id: number; at: string; prevHash: string }>,
  head: Sealed,
): Promise<void> {
  const months = Map.groupBy(rows, ({ at }) => +monthStart(new Date(Number(at) / 1000)))
  for (const ofMonth of months.values()) await sealMonth(trx, ofMonth)
  await trx.updateTable('audit_head').set({ seq: head.seq, hash: head.hash }).execute()
}

/**
 * By a list of their numbers, and within their times: to join so many rows, PostgreSQL would read
 * every month of the log.
 */
async function sealMonth(trx: Trx, rows: Parameters<typeof seal>[1]): Promise<void> {
  const times = rows.map(({ at }) => Number(at))
  const timeOf = (at: number) =>
    sql`'epoch'::timestamptz + ${at}::bigint * interval '1 microsecond'`
  await sql`
    update audit_log set seq = given.seq, prev_hash = given."prevHash", hash = given.hash
    from (
      select id, 'epoch'::timestamptz + at * interval '1 microsecond' as at, seq, "prevHash", hash
      from json_to_recordset(${JSON.stringify(rows)}::json) as row (id bigint, at bigint, seq bigint, "prevHash" text, hash text)
      limit ${sql.lit(mostOf(rows))}
    ) given
    where audit_log.id = given.id and audit_log.at = given.at
      and audit_log.id = any(${rows.map(({ id }) => id)}::bigint[])
      and audit_log.at between ${timeOf(Math.min(...times))} and ${timeOf(Math.max(...times))}`.execute(
    trx,
  )
}

/** `id` is part of the place, so that a second row of the same number is not passed over. */
export async function sealedAfter(
  db: Db,
  { seq, id }: { seq: number; id: number },
  most: number,
): Promise<SealedRow[]> {
  return db
    .selectFrom('audit_log')
    .select((eb) => [
      ...content(eb),
      sql<number>`seq`.as('seq'),
      sql<string>`prev_hash`.as('prevHash'),
      sql<string>`hash`.as('hash'),
    ])
    .where(sql<boolean>`(seq, id) > (${seq}, ${id})`)
    .orderBy('seq')
    .orderBy('id')
    .limit(sql.lit(most))
    .execute()
}

/**
 * What the chain has before its first row, by number: nothing, since all of it is deleted with a
 * checkpoint.
 */
export async function sealedUntil(db: Db, seq: number, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select(sql<number>`seq`.as('seq'))
    .where('seq', '<=', seq)
    .orderBy('seq')
    .limit(sql.lit(most))
    .execute()
  return rows.map((row) => row.seq)
}

export async function lastCheckpoint(db: Db): Promise<Checkpoint | undefined> {
  return db
    .selectFrom('audit_checkpoints')
    .select(['seq', 'hash', 'at', 'signature'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Of the oldest `most` sealed rows, the last of those from before `before`, without a gap from the
 * first, and their count.
 */
export async function lastToCut(
  trx: Trx,
  before: Date,
  most: number,
): Promise<(Sealed & { count: number }) | null> {
  const rows = await trx
    .selectFrom('audit_log')
    .select([sql<number>`seq`.as('seq'), sql<string>`hash`.as('hash'), 'at'])
    .where('seq', 'is not', null)
    .orderBy('seq')
    .limit(sql.lit(most))
    .execute()
  const kept = rows.findIndex(({ at }) => at >= before)
  const count = kept === -1 ? rows.length : kept
  const last = rows[count - 1]
  return last === undefined ? null : { seq: last.seq, hash: last.hash, count }
}

/**
 * The last row of a month that may go as a whole; null for an empty month. Undefined where it may
 * not: rows are before it, one is unsealed, or a row that stays is in the chain before one of its
 * own.
 */
export async function lastOfMonth(
  trx: Trx,
  { from, until }: { from: Date; until: Date },
  before: Date,
): Promise<Sealed | null | undefined> {
  const earlier = await trx
    .selectFrom('audit_log')
    .select('id')
    .where('at', '<', from)
    .limit(1)
    .executeTakeFirst()
  const ofMonth = trx.selectFrom('audit_log').where('at', '>=', from).where('at', '<', until)
  const unsealed = await ofMonth.select('id').where('seq', 'is', null).limit(1).executeTakeFirst()
  if (earlier !== undefined || unsealed !== undefined) return undefined
  const last = await ofMonth
    .select([sql<number>`seq`.as('seq'), sql<string>`hash`.as('hash')])
    .where('seq', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last === undefined) return null
  const stays = await trx
    .selectFrom('audit_log')
    .select(sql<number>`seq`.as('seq'))
    .where('at', '>=', before)
    .where('seq', 'is not', null)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return stays !== undefined && stays.seq < last.seq ? undefined : last
}

/**
 * Where the log begins from now on: the trigger lets nothing be deleted that is not before a
 * checkpoint.
 */
export async function noteCheckpoint(trx: Trx, checkpoint: Checkpoint): Promise<void> {
  await trx.insertInto('audit_checkpoints').values(checkpoint).execute()
}

/** Deletes the sealed rows up to a number, from `from` and until `before`. */
export async function deleteSealed(
  trx: Trx,
  seq: number,
  { from, before }: { from: Date | null; before: Date },
): Promise<void> {
  const rows = trx.deleteFrom('audit_log').where('seq', '<=', seq).where('at', '<', before)
  await (from === null ? rows : rows.where('at', '>=', from)).execute()
}
