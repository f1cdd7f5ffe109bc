import { type Expression, sql } from 'kysely'
import type { Db } from './connection.server.ts'
import type { Database } from './schema.ts'

/**
 * Deletes up to `most` rows older than `before`, oldest first. `since` needs an index; locked rows
 * wait for the next run.
 */
export async function deleteSome(
  db: Db,
  table: keyof Database,
  since: Expression<unknown>,
  before: Date,
  most: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${since} <= ${before}
      order by ${since} limit ${sql.lit(most)} for update skip locked
    ))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes rows of a table by the age of a column, as `deleteSome` does. */
export function deletedBy(table: keyof Database, since: string) {
  return (db: Db, before: Date, most: number): Promise<number> =>
    deleteSome(db, table, sql.ref(since), before, most)
}
