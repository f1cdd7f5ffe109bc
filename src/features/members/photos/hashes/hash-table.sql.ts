import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { rowsOf } from '#db/rows-of.ts'
import { MIN_QUALITY } from './pdq.ts'

/**
 * `hold`: seen by its owner alone until staff decide, and urgent; `review`: seen by nobody else
 * until staff decide.
 */
export type HashTableAction = 'hold' | 'review'
export type HashKind = 'sha256' | 'pdq'
export type TableHash = { id: number; list: string; action: HashTableAction; why: string }

/** The product's own lists: what was removed on somebody's request, and what staff refused. */
export const REMOVED = 'removed'
export const REFUSED = 'refused'

/**
 * An upload holds this lock shared while it asks and is inserted, an addition to `hold` alone: a
 * photo either finds a new hash, or is found by the search that follows the addition; there is none
 * for what staff refused. Whoever also locks a profile does that first.
 */
export async function readHashTable(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('hash_table'))`.execute(trx)
}

export async function changeHashTable(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('hash_table'))`.execute(trx)
}

const PAGE = 5000

type Added = { kind: HashKind; hash: Uint8Array }

/**
 * What the product keeps of a picture: the hash of its pixels, and the perceptual one where that
 * says something.
 */
export function keptOf({
  sha256,
  pdq,
  quality,
}: {
  sha256: Uint8Array
  pdq: Uint8Array
  quality: number
}): Added[] {
  return [
    { kind: 'sha256', hash: sha256 },
    ...(quality < MIN_QUALITY ? [] : [{ kind: 'pdq' as const, hash: pdq }]),
  ]
}

/**
 * Adds hashes to a list, or makes those valid again that were withdrawn; with `photoId`, valid ones
 * stay those of the photo for which they were added first. Returns how many are new.
 */
export async function addHashes(
  trx: Trx,
  hashes: readonly Added[],
  about: {
    list: string
    action: HashTableAction
    why: string
    by: number | null
    at: Date
    photoId?: number
  },
): Promise<number> {
  if (hashes.length === 0) return 0
  const values = hashes.map((one) =>
    JSON.stringify([one.kind, Buffer.from(one.hash).toString('hex')]),
  )
  const { numAffectedRows } = await sql`
    insert into hash_table (kind, hash, list, action, why, added_by, added_at, photo_id)
    select distinct value::json ->> 0, decode(value::json ->> 1, 'hex'), ${about.list}::text, ${about.action}::text, ${about.why}::text, ${about.by}::bigint, ${about.at}::timestamptz, ${about.photoId ?? null}::bigint
    from ${rowsOf(values)} as given
    on conflict (list, kind, hash) do update
    set withdrawn_at = null, action = excluded.action, why = excluded.why, added_by = excluded.added_by, added_at = excluded.added_at, photo_id = excluded.photo_id
    where hash_table.withdrawn_at is not null
      or (excluded.photo_id is null and (hash_table.why <> excluded.why or hash_table.action <> excluded.action))`.execute(
    trx,
  )
  return Number(numAffectedRows ?? 0)
}

/** Rows of the product's own lists stay, with the date on which they were withdrawn. */
export async function withdrawHashes(
  trx: Trx,
  list: string,
  hashes: readonly Uint8Array[],
  at: Date,
): Promise<void> {
  if (hashes.length === 0) return
  await trx
    .updateTable('hash_table')
    .set({ withdrawn_at: at })
    .where('list', '=', list)
    .where('hash', 'in', [...hashes])
    .where('withdrawn_at', 'is', null)
    .execute()
}

/** Withdraws what was added for a photo, which may be deleted. */
export async function withdrawHashesOf(
  trx: Trx,
  list: string,
  photoId: number,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('hash_table')
    .set({ withdrawn_at: at })
    .where('list', '=', list)
    .where('photo_id', '=', photoId)
    .where('withdrawn_at', 'is', null)
    .execute()
}

/** What another organisation withdraws is deleted here. */
export async function deleteHashes(
  trx: Trx,
  list: string,
  hashes: readonly Added[],
): Promise<number> {
  if (hashes.length === 0) return 0
  const values = hashes.map((one) =>
    JSON.stringify([one.kind, Buffer.from(one.hash).toString('hex')]),
  )
  const { numAffectedRows } = await sql`
    delete from hash_table using ${rowsOf(values)} as given
    where list = ${list} and kind = value::json ->> 0 and hash = decode(value::json ->> 1, 'hex')`.execute(
    trx,
  )
  return Number(numAffectedRows ?? 0)
}

/** The valid hashes of a list, a page at a time: a list of others may have millions. */
export async function* hashesOfList(db: Db, list: string, page = PAGE): AsyncGenerator<Added[]> {
  for (let after: Added | null = null; ;) {
    const of = db
      .selectFrom('hash_table')
      .select(['kind', 'hash'])
      .where('list', '=', list)
      .where('withdrawn_at', 'is', null)
    const rest =
      after === null
        ? of
        : of.where(sql<boolean>`(kind, hash) > (${after.kind}::text, ${after.hash}::bytea)`)
    const rows: Added[] = await rest.orderBy('kind').orderBy('hash').limit(sql.lit(page)).execute()
    if (rows.length > 0) yield rows
    after = rows.at(-1) ?? null
    if (rows.length < page) return
  }
}

/** For the scan in memory; withdrawn ones too, since they can become valid again. */
export async function tableAfter(
  db: Db | Trx,
  id: number,
  most: number,
): Promise<Array<{ id: number; key: number; kind: HashKind; hash: Uint8Array }>> {
  const rows = await db
    .selectFrom('hash_table')
    .select(['id', 'kind', 'hash'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(sql.lit(most))
    .execute()
  return rows.map(({ id: row, kind, hash }) => ({ id: row, key: row, kind, hash }))
}

const columns = ['id', 'list', 'action', 'why'] as const

export async function hashTableWith(db: Db | Trx, sha256: Uint8Array): Promise<TableHash[]> {
  return db
    .selectFrom('hash_table')
    .select(columns)
    .where('hash', '=', sha256)
    .where('kind', '=', sql.lit('sha256'))
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** Of these those that are still valid. */
export async function validHashes(db: Db | Trx, ids: readonly number[]): Promise<TableHash[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom(rowsOf(ids).as('given'))
    .innerJoin('hash_table', (join) =>
      join.on('hash_table.id', '=', sql<number>`given.value::bigint`),
    )
    .select(['hash_table.id', 'hash_table.list', 'hash_table.action', 'hash_table.why'])
    .where('hash_table.withdrawn_at', 'is', null)
    .orderBy('hash_table.id')
    .execute()
}

/** Of these hashes those that are still valid, as their lists have them. */
export async function listedHashes(
  trx: Trx,
  ids: readonly number[],
): Promise<Array<Added & { list: string }>> {
  if (ids.length === 0) return []
  return trx
    .selectFrom('hash_table')
    .select(['list', 'kind', 'hash'])
    .where('id', 'in', [...new Set(ids)])
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .execute()
}

export async function idsOfHashes(
  db: Db | Trx,
  list: string,
  hashes: readonly Uint8Array[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('hash_table')
    .select('id')
    .where('list', '=', list)
    .where('hash', 'in', [...hashes])
    .execute()
  return rows.map(({ id }) => id)
}

export async function lastHash(db: Trx): Promise<number> {
  const row = await db
    .selectFrom('hash_table')
    .select('id')
    .orderBy('id', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst()
  return row?.id ?? 0
}
