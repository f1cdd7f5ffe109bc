import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'

export async function checkpointOf(db: Db, name: string): Promise<string | null> {
  const row = await db
    .selectFrom('hash_lists')
    .select('checkpoint')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.checkpoint ?? null
}

export async function noteSynced(
  db: Db | Trx,
  name: string,
  checkpoint: string | null,
  at: Date,
): Promise<void> {
  const state = { checkpoint, synced_at: at }
  await db
    .insertInto('hash_lists')
    .values({ name, ...state })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(state))
    .execute()
}

/**
 * Lists that have hashes here and were not read since a moment, with when they were, also those
 * that are read no more.
 */
export async function listsNotReadSince(
  db: Db | Trx,
  before: Date,
): Promise<Array<{ name: string; readAt: Date }>> {
  return db
    .selectFrom('hash_lists')
    .select(['name', sql<Date>`synced_at`.as('readAt')])
    .where('synced_at', '<=', before)
    .where((eb) =>
      // As a value and in the order of an index, for PostgreSQL reads the whole table where it is asked
      // whether there is one, or for any of a list that has none.
      eb(
        eb
          .selectFrom('hash_table')
          .select('hash_table.hash')
          .whereRef('hash_table.list', '=', 'hash_lists.name')
          .orderBy('hash_table.list')
          .orderBy('hash_table.kind')
          .orderBy('hash_table.hash')
          .limit(sql.lit(1)),
        'is not',
        null,
      ),
    )
    .orderBy('synced_at')
    .execute()
}
