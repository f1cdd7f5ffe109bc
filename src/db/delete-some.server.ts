import { type Expression, sql } from 'kysely'
import type { Db } from './connection.server.ts'
import type { Database } from './schema.ts'

/**
 * Deletes up to `most` rows older than `before`, oldest first. `since` needs an index; locked rows wait for the next
 * run.
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
