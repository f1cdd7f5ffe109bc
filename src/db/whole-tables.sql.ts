import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connection.server.ts'

/**
 * Tables as the catalog has them, for what copies or compares all of them: no feature's knowledge
 * of its own.
 */
export type WholeTable = { name: string; columns: Array<{ name: string; type: string }> }
type TableSum = { rows: number; digest: string }

const isOurs = sql`relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname not like 'kysely%'`

/** Without what a database computes by itself. */
export async function wholeTables(db: Db): Promise<WholeTable[]> {
  const { rows } = await sql<{ table: string; name: string; type: string }>`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where ${isOurs} order by c.relname, a.attnum`.execute(db)
  const tables = new Map<string, WholeTable>()
  for (const { table, name, type } of rows) {
    const known = tables.get(table) ?? { name: table, columns: [] }
    known.columns.push({ name, type })
    tables.set(table, known)
  }
  return [...tables.values()]
}

/**
 * How a value is written as text depends on these; text is how it is carried and compared, since it
 * loses nothing.
 */
export const exactText: RawBuilder<unknown> = sql`
  select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, MDY', true), set_config('intervalstyle', 'postgres', true),
    set_config('bytea_output', 'hex', true), set_config('extra_float_digits', '1', true)`

/** A sum over the rows in whatever order; after `exactText`, in the same transaction. */
export async function tableSum(db: Db, { name, columns }: WholeTable): Promise<TableSum> {
  const row = sql`row(${sql.join(columns.map((column) => sql.ref(column.name)))})::text`
  const { rows } = await sql<TableSum>`
    select count(*)::int as rows, coalesce(sum(('x' || left(md5(${row}), 16))::bit(64)::bigint), 0)::text as digest from ${sql.table(name)}`.execute(
    db,
  )
  return rows[0] as TableSum
}

export async function migrationsIn(db: Db): Promise<string[]> {
  const { rows: found } = await sql<{
    found: boolean
  }>`select to_regclass('public.kysely_migration') is not null as found`.execute(db)
  if (found[0]?.found !== true) return []
  const { rows } = await sql<{
    name: string
  }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

export async function sequencesIn(
  db: Db,
): Promise<Array<{ name: string; value: string; isCalled: boolean }>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1`.execute(
    db,
  )
  const sequences = []
  for (const { name } of rows) {
    const { rows: values } = await sql<{ value: string; isCalled: boolean }>`
      select last_value::text as value, is_called as "isCalled" from ${sql.table(name)}`.execute(db)
    sequences.push({ name, ...(values[0] as { value: string; isCalled: boolean }) })
  }
  return sequences
}
