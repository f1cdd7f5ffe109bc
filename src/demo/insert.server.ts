import { sql } from 'kysely'
import type { Trx } from '../db/connection.server.ts'
import type { Database } from '../db/schema.ts'

/** Rows per statement: a larger JSON parameter is slow to parse. */
const AT_ONCE = 5000

type Value = string | number | boolean | Date | null | string[] | Record<string, unknown>

/**
 * Inserts rows as one JSON parameter per statement: in PGlite and PostgreSQL ten times as fast as a
 * list of values. `types` names the columns and their SQL types.
 */
export async function insertRows<Column extends string>(
  trx: Trx,
  table: keyof Database,
  types: Readonly<Record<Column, string>>,
  rows: ReadonlyArray<Record<Column, Value>>,
): Promise<void> {
  const columns = Object.keys(types) as Column[]
  const names = sql.join(columns.map((column) => sql.id(column)))
  const typed = sql.join(columns.map((column) => sql`${sql.id(column)} ${sql.raw(types[column])}`))
  let running: Promise<unknown> = Promise.resolve()
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    const part = JSON.stringify(rows.slice(start, start + AT_ONCE))
    await running
    running = sql`
      insert into ${sql.table(table)} (${names}) overriding system value
      select ${names} from json_to_recordset(${part}::json) as given(${typed})
    `.execute(trx)
  }
  await running
}

/** Sets each id sequence above all existing and all earlier ids, after rows with explicit ids. */
export async function advanceIds(trx: Trx, tables: ReadonlyArray<keyof Database>): Promise<void> {
  for (const table of tables) {
    await sql`
      select setval(sequence, greatest(nextval(sequence), (select coalesce(max(id), 0) from ${sql.table(table)})))
      from pg_get_serial_sequence(${table}, 'id') as sequence
    `.execute(trx)
  }
}
