import { sql } from 'kysely'
import type { Db } from '#db/connection.server.ts'
import type { HashKind } from './hash-table.sql.ts'

export type HashSearch = { id: number; after: number; to: number; doneTo: number }

/**
 * The search that is under way, or one of what the hash table has got since the last one; null
 * where there is nothing new.
 */
export async function searchToDo(db: Db, lastHash: number, at: Date): Promise<HashSearch | null> {
  const latest = await db
    .selectFrom('hash_searches')
    .select([
      'id',
      'after_hash as after',
      'to_hash as to',
      'done_to as doneTo',
      'finished_at as finishedAt',
    ])
    .orderBy('id', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst()
  if (latest && latest.finishedAt === null) return latest
  const after = latest?.to ?? 0
  if (lastHash <= after) return null
  return db
    .insertInto('hash_searches')
    .values({ after_hash: after, to_hash: lastHash, started_at: at })
    .returning(['id', 'after_hash as after', 'to_hash as to', 'done_to as doneTo'])
    .executeTakeFirstOrThrow()
}

export async function noteSearched(db: Db, id: number, doneTo: number): Promise<void> {
  await db
    .updateTable('hash_searches')
    .set({ done_to: sql<number>`greatest(done_to, ${doneTo}::bigint)` })
    .where('id', '=', id)
    .execute()
}

export async function finishSearch(db: Db, id: number, at: Date): Promise<void> {
  await db.updateTable('hash_searches').set({ finished_at: at }).where('id', '=', id).execute()
}

/** Valid hashes of a range of the hash table that say that nobody may see a picture. */
export async function holdsBetween(
  db: Db,
  after: number,
  to: number,
): Promise<Array<{ id: number; kind: HashKind; hash: Uint8Array }>> {
  return db
    .selectFrom('hash_table')
    .select(['id', 'kind', 'hash'])
    .where('id', '>', after)
    .where('id', '<=', to)
    .where('action', '=', sql.lit('hold'))
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .execute()
}
