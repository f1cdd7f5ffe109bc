import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type OpenDatabase, openPglite, openPostgres } from '#db/connection.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { exactText, tableSum, wholeTables } from '#db/whole-tables.sql.ts'
import { fillDemo } from '#demo/network.server.ts'
import { moveAll } from '#process/move.server.ts'
import { linesFor } from '#process/start-up.server.ts'
import { openNetwork, signIn, type Viewer } from '../support/network.ts'
import { actsByMonth, KEPT_MONTH, makeMonthsAgain, passYears } from '../support/past-months.ts'
import { copyOfTemplate } from '../support/template.ts'

/** A demo that was used becomes a product on PostgreSQL. */

const root = await mkdtemp(join(tmpdir(), 'move-'))
const dataDir = join(root, 'data')
const now = new Date('2026-11-23T12:00:00.123Z')
const AUDIT_PARTS = { text: 'öäü 🦊 "x", {NULL} \\ and a\nline', number: 1.1, nothing: null }
let alice: Viewer

beforeAll(async () => {
  const database = await openPglite(dataDir)
  await migrate(database.db)
  await fillDemo(database.db, { now, members: 20 })
  const network = await openNetwork(database, now, dataDir)
  const people = await database.db
    .selectFrom('accounts')
    .select(['id', 'brand'])
    .where('username', 'in', ['alice', 'bob'])
    .orderBy('username')
    .execute()
  const [first, second] = await signIn(network, people)
  alice = first as Viewer
  await network.call(alice, 'POST /profile/setSafeMode', { on: true })
  const seen = (at: Date) =>
    database.db
      .insertInto('audit_log')
      .values({ at, action: 'seen', details: JSON.stringify(AUDIT_PARTS) })
      .execute()
  await passYears(database.db, network.app.services, seen)
  // What a driver could round, cut or read otherwise.
  await sql`insert into kept_settings (name, value) values ('odd', ${`NULL{}"\\,' ${'ß'.repeat(9000)}`}), ('empty', '')`.execute(
    database.db,
  )
  await sql`update profiles set latitude = 52.5200066, longitude = 0.1 where account_id = ${second?.id ?? 0}`.execute(
    database.db,
  )
  await sql`update accounts set created_at = '2020-02-29 23:59:59.999999+00' where id = ${alice.id}`.execute(
    database.db,
  )
  await network.close()
})
afterAll(() => rm(root, { recursive: true, force: true }))

function command(url: string, from = dataDir) {
  return spawn(process.execPath, ['src/cli/move.ts'], {
    env: { PATH: process.env['PATH'], DATA_DIR: from, DATABASE_URL: url },
  })
}

/** What the command says, without the start of a process. */
async function move(url: string, from = dataDir): Promise<string> {
  const target = await openPostgres(url, 2)
  try {
    return `moved ${(await moveAll(from, target, () => undefined)).length}`
  } catch (error) {
    return linesFor(error)?.join(' ') ?? String(error)
  } finally {
    await target.close()
  }
}

async function emptyDatabase(): Promise<string> {
  const name = `move_${randomUUID()}`
  const client = new pg.Client(`${inject('postgresUrl')}/postgres`)
  await client.connect()
  await client.query(
    `create database ${pg.escapeIdentifier(name)} template template0 encoding 'UTF8'`,
  )
  await client.end()
  return `${inject('postgresUrl')}/${name}`
}

const migrated = () => copyOfTemplate(inject('postgresUrl'), `move_${randomUUID()}`)

async function contentOf(database: OpenDatabase): Promise<Record<string, unknown>> {
  return database.db.transaction().execute(async (trx) => {
    await exactText.execute(trx)
    const content: Record<string, unknown> = {}
    for (const table of await wholeTables(trx)) content[table.name] = await tableSum(trx, table)
    return content
  })
}

const rowsIn = async (url: string, table: string) => {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from ${table}`,
  )
  await client.end()
  return rows[0]?.count
}

test('every row, number and secret is there, and whoever was signed in still is', async () => {
  const url = await emptyDatabase()
  const child = command(url)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said += String(part)))
  expect([(await once(child, 'close'))[0], said]).toEqual([
    0,
    expect.stringMatching(
      /accounts +\d+ rows on both sides[^]*The ledger agrees[^]*The audit log is whole[^]*start with the same DATA_DIR/,
    ),
  ])

  const [source, target] = [await openPglite(dataDir), await openPostgres(url)]
  const [before, after] = [await contentOf(source), await contentOf(target)]
  const { rows: sequences } = await sql<{ name: string; value: number | null }>`
    select sequencename as name, last_value as value from pg_sequences order by 1`.execute(
    source.db,
  )
  const { rows: states } = await sql<{ states: string }>`
    select string_agg(distinct concat(tgenabled, tginitdeferred), ',') as states,
      (select count(*)::int from pg_constraint where contype = 'f' and condeferrable) as late from pg_trigger`.execute(
    target.db,
  )
  expect(await actsByMonth(source.db)).toEqual({ [KEPT_MONTH]: 1, audit_log_rest: 1 })
  await source.close()
  // The new database has made its own months, and gives each act one.
  expect(await actsByMonth(target.db)).toEqual({ audit_log_rest: 2 })
  await makeMonthsAgain(target.db)
  expect(await actsByMonth(target.db)).toEqual({ [KEPT_MONTH]: 1, audit_log_rest: 1 })
  expect(Object.keys(after).length).toBeGreaterThan(80)
  expect({ ...after, kept_settings: null }).toEqual({ ...before, kept_settings: null })
  const { rows: there } =
    await sql`select sequencename as name, last_value as value from pg_sequences order by 1`.execute(
      target.db,
    )
  expect(there).toEqual(sequences)
  // As the schema made them: switched on, and each key checked at once.
  expect(states).toEqual([{ states: 'Of', late: 0 }])
  const { rows: exact } = await sql`
    select value, accounts.created_at::text, latitude::text from kept_settings, accounts, profiles
    where name = 'odd' and accounts.id = ${alice.id} and account_id = (select id from accounts where username = 'bob')`.execute(
    target.db,
  )
  expect(exact).toEqual([
    {
      value: `NULL{}"\\,' ${'ß'.repeat(9000)}`,
      created_at: expect.stringContaining('59.999999'),
      latitude: '52.520008',
    },
  ])

  const network = await openNetwork(target, now, dataDir)
  expect(await network.call(alice, 'GET /event/tickers')).toContain('{')
  await network.call(alice, 'POST /profile/setSafeMode', { on: false })
  await network.close()

  expect(await move(url)).toMatch(
    /has rows already, in \w+, \w+, \w+ and \d+ more\. Nothing was changed/,
  )
})

test('one that is killed half-way leaves nothing, and the next one moves all; of two at once, one does', async () => {
  const url = await migrated()
  const child = command(url)
  const ended = once(child, 'exit')
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said += String(part)))
  child.stdout.once('data', () => child.kill('SIGKILL'))
  expect([...(await ended), said]).toEqual([null, 'SIGKILL', ''])
  expect(await rowsIn(url, 'accounts')).toBe(0)

  const copy = join(root, 'copy')
  await cp(dataDir, copy, { recursive: true, filter: (path) => !path.includes('server.') })
  const [here, [there]] = await Promise.all([move(url), once(command(url, copy), 'exit')])
  expect([/^moved \d+$/.test(here), there]).toEqual(there === 0 ? [false, 0] : [true, 1])
  if (there === 0) expect(here).toMatch(/has rows already/)
  expect(await rowsIn(url, 'accounts')).toBeGreaterThanOrEqual(20)
})

test('what cannot be moved, or is not there, is said in a line, and changes nothing', async () => {
  const url = await emptyDatabase()
  const nowhere = join(root, 'nowhere')
  expect(await move(url, nowhere)).toBe(
    `There is no database in ${nowhere}. Set DATA_DIR to where the server has it.`,
  )

  const emptied = join(root, 'emptied')
  await mkdir(join(emptied, 'pglite'), { recursive: true })
  await writeFile(join(emptied, 'demo-secret'), '')
  expect(await move(url, emptied)).toMatch(
    /^Setting SESSION_SECRET: there is none in .*emptied\/demo-secret/,
  )

  const foreign = await emptyDatabase()
  const client = new pg.Client(foreign)
  await client.connect()
  await client.query('create table invoices (id int)')
  await client.end()
  expect(await move(foreign)).toBe(
    'The database in DATABASE_URL has tables of its own, such as invoices. Make an empty one.',
  )

  const older = await migrated()
  const last = new pg.Client(older)
  await last.connect()
  await last.query(`update kysely_migration set name = '0001-first-schema'`)
  await last.end()
  expect(await move(older)).toMatch(
    /^The database in DATABASE_URL was made with another edition of the schema \(0001-first-schema\)/,
  )

  const held = await openPglite(dataDir)
  try {
    expect(await move(url)).toMatch(/is in use by another process \(\d+\)\. Stop it/)
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(
      held.db,
    )
  } finally {
    await held.close()
  }
  expect(await move(url)).toMatch(/is of a newer release \(9999-later\)/)
  expect(await rowsIn(url, 'pg_tables where schemaname = $$public$$')).toBe(0)
})
