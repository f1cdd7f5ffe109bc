import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Db, type OpenDatabase, openPglite, type Trx } from '../db/connection.server.ts'
import { keptSetting } from '../db/kept-settings.server.ts'
import { comparedWith, migrate } from '../db/migrate.server.ts'
import { migrations } from '../db/migrations/index.ts'
import {
  exactText,
  migrationsIn,
  sequencesIn,
  tableSum,
  type WholeTable,
  wholeTables,
} from '../db/whole-tables.sql.ts'
import { wholeSecret } from './secrets.server.ts'
import { StartUpError } from './start-up.server.ts'

type Moved = { table: string; rows: number; digest: string }

type Progress = (done: number, of: number) => void

const MOST_ROWS = 1000
/** Of one statement's values; an export's parts are files. */
const MOST_BYTES = 4 * 1024 * 1024
const CURSOR = 'rows_to_move'
/** Their rows are replaced by those of the source. */
const FILLED_BY_SCHEMA: readonly string[] = ['audit_head']

/**
 * Copies every row of a PGlite that no process has open into a PostgreSQL that has none, in one
 * transaction, which ends only where each table has the same rows on both sides. The folder is
 * read, not changed.
 */
export async function moveAll(
  dataDir: string,
  target: OpenDatabase,
  progress: Progress,
): Promise<Moved[]> {
  if (!existsSync(join(dataDir, 'pglite')))
    throw new StartUpError(
      `There is no database in ${dataDir}. Set DATA_DIR to where the server has it.`,
    )
  const secret = await wholeSecret(dataDir)
  const source = await openPglite(dataDir)
  try {
    refuseOtherRelease(
      `The database in ${dataDir}`,
      await migrationsIn(source.db),
      'Start the server of this release on it once, stop it, and try again.',
    )
    await prepareTarget(target.db)
    const write = (from: Trx) =>
      target.db.transaction().execute((to) => moveRows(from, to, progress, secret))
    // A PGlite has one connection, and a cursor needs a transaction.
    return await source.db.transaction().execute(write)
  } finally {
    await source.close()
  }
}

async function prepareTarget(db: Db): Promise<void> {
  const { rows } = await sql<{
    encoding: string
  }>`select current_setting('server_encoding') as encoding`.execute(db)
  if (rows[0]?.encoding !== 'UTF8')
    throw new StartUpError(
      `The encoding of the database in DATABASE_URL is ${rows[0]?.encoding ?? ''}. Make it with UTF8.`,
    )
  const applied = await migrationsIn(db)
  // Said before anything is added to it.
  if (applied.length > 0)
    refuseOtherRelease('The database in DATABASE_URL', applied, 'Make an empty one.')
  else {
    const tables = await wholeTables(db)
    if (tables.length > 0)
      throw new StartUpError(
        `The database in DATABASE_URL has tables of its own, such as ${tables[0]?.name}. Make an empty one.`,
      )
    await migrate(db)
  }
}

function refuseOtherRelease(what: string, applied: readonly string[], advice: string): void {
  const { isOther, newer, missing } = comparedWith(migrations, applied)
  if (isOther)
    throw new StartUpError(
      `${what} was made with another edition of the schema (${applied[0]}). Use the command of the release that made it.`,
    )
  if (newer.length > 0)
    throw new StartUpError(
      `${what} is of a newer release (${newer[0]}). Use the command of that release.`,
    )
  if (missing.length > 0)
    throw new StartUpError(
      `${what} is of an older release: ${missing.length} migrations are missing. ${advice}`,
    )
}

async function moveRows(
  from: Trx,
  to: Trx,
  progress: Progress,
  secret: string | null,
): Promise<Moved[]> {
  for (const db of [from, to]) await exactText.execute(db)
  const tables = await wholeTables(to)
  await sql`lock table ${sql.join(tables.map(({ name }) => sql.table(name)))} in access exclusive mode`.execute(
    to,
  )
  await refuseRows(to, tables)
  const before = []
  for (const table of tables) before.push({ table, ...(await tableSum(from, table)) })
  const all = before.reduce((sum, { rows }) => sum + rows, 0)
  let done = 0

  // The rows are as the triggers left them, and nobody is told of them again. Foreign keys are
  // checked at the end, since some lead in a circle. The owner of the tables may do both; switching
  // all off would take a superuser.
  for (const { name } of tables)
    await sql`alter table ${sql.table(name)} disable trigger user`.execute(to)
  const keys = await deferKeys(to)
  for (const { table, rows } of before) {
    if (FILLED_BY_SCHEMA.includes(table.name))
      await sql`delete from ${sql.table(table.name)}`.execute(to)
    await copyRows(from, to, table, rows, (count) => progress((done += count), all))
  }
  await sql`set constraints all immediate`.execute(to)
  for (const { table, name } of keys)
    await sql`alter table ${sql.table(table)} alter constraint ${sql.ref(name)} not deferrable`.execute(
      to,
    )
  for (const { name } of tables)
    await sql`alter table ${sql.table(name)} enable trigger user`.execute(to)
  for (const { name, value, isCalled } of await sequencesIn(from))
    await sql`select setval(${name}::regclass, ${value}::bigint, ${isCalled}::boolean)`.execute(to)

  const moved: Moved[] = []
  for (const { table, rows, digest } of before) {
    const after = await tableSum(to, table)
    if (after.rows !== rows || after.digest !== digest)
      throw new StartUpError(`${table.name} is not the same after the copy. Nothing was moved.`)
    moved.push({ table: table.name, rows, digest })
  }
  // Beside PGlite a demo's secret is a file; in PostgreSQL it is a row, which all processes share
  // (secrets.server.ts).
  if (secret !== null) await keptSetting(to, 'demo secret', secret)
  return moved
}

async function refuseRows(db: Db, tables: readonly WholeTable[]): Promise<void> {
  const filled: string[] = []
  for (const { name } of tables) {
    if (FILLED_BY_SCHEMA.includes(name)) continue
    const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0) filled.push(name)
  }
  if (filled.length === 0) return
  const more = filled.length > 3 ? ` and ${filled.length - 3} more` : ''
  throw new StartUpError(
    `The database in DATABASE_URL has rows already, in ${filled.slice(0, 3).join(', ')}${more}. Nothing was changed; make an empty one.`,
  )
}

async function deferKeys(db: Db): Promise<Array<{ table: string; name: string }>> {
  const { rows } = await sql<{ table: string; name: string }>`
    select t.relname as "table", c.conname as name from pg_constraint c join pg_class t on t.oid = c.conrelid
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conparentid = 0 and not c.condeferrable`.execute(
    db,
  )
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} alter constraint ${sql.ref(name)} deferrable initially deferred`.execute(
      db,
    )
  return rows
}

async function copyRows(
  from: Trx,
  to: Trx,
  { name, columns }: WholeTable,
  count: number,
  copied: (count: number) => void,
): Promise<void> {
  if (count === 0) return
  const values = sql.join(
    columns.map((column) => sql`${sql.ref(column.name)}::text as ${sql.ref(column.name)}`),
  )
  const names = sql.join(columns.map((column) => sql.ref(column.name)))
  const { rows: sizes } = await sql<{
    bytes: number
  }>`select max(octet_length(row(${names})::text)) as bytes from ${sql.table(name)}`.execute(from)
  const atOnce = Math.max(
    1,
    Math.min(MOST_ROWS, Math.floor(MOST_BYTES / Math.max(1, sizes[0]?.bytes ?? 1))),
  )
  await sql`declare ${sql.ref(CURSOR)} no scroll cursor for select ${values} from ${sql.table(name)}`.execute(
    from,
  )
  for (;;) {
    const { rows } = await sql<
      Record<string, string | null>
    >`fetch ${sql.lit(atOnce)} from ${sql.ref(CURSOR)}`.execute(from)
    if (rows.length === 0) break
    const lists = sql.join(
      columns.map((column) => sql`${rows.map((row) => row[column.name] ?? null)}::text[]`),
    )
    const typed = sql.join(
      columns.map((column) => sql`${sql.ref(`given.${column.name}`)}::${sql.raw(column.type)}`),
    )
    await sql`insert into ${sql.table(name)} (${names}) overriding system value select ${typed} from unnest(${lists}) as given (${names})`.execute(
      to,
    )
    copied(rows.length)
  }
  await sql`close ${sql.ref(CURSOR)}`.execute(from)
}
