import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { createLog } from '#api/log.server.ts'
import { type OpenDatabase, openPostgres } from '#db/connection.server.ts'
import { createIndexConcurrently, migrate } from '#db/migrate.server.ts'
import { type UpMigration, migrations } from '#db/migrations/index.ts'
import { linesFor } from '#process/start-up.server.ts'
import { addColumn, indexBeside, withSample } from '../support/sample-migrations.ts'
import { copyOfTemplate } from '../support/template.ts'

let one: OpenDatabase
let other: OpenDatabase
const lines: Array<{ level: number; msg: string }> = []
const log = createLog('info', {
  write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]),
})
beforeEach(async () => {
  lines.length = 0
  const url = await copyOfTemplate(inject('postgresUrl'), `t_${randomUUID().replaceAll('-', '')}`)
  one = await openPostgres(url, 3)
  other = await openPostgres(url, 3)
})
afterEach(async () => {
  await one.close()
  await other.close()
})

const run = (statement: string): UpMigration => ({
  up: async (db) => void (await sql.raw(statement).execute(db)),
})

async function ask<Row>(database: OpenDatabase, statement: string): Promise<Row[]> {
  return (await sql.raw<Row>(statement).execute(database.db)).rows
}
const columns = () =>
  ask(
    one,
    `select from information_schema.columns where table_name = 'photos' and column_name = 'tried'`,
  )
const indexes = () =>
  ask(
    one,
    `select indisvalid as is_valid from pg_index where indexrelid = to_regclass('photos_tried')`,
  )

test('a table in use is waited for in short tries, between which its readers go on', async () => {
  const reader = await one.db.startTransaction().execute()
  await sql`select from photos limit 1`.execute(reader)
  let isDone = false
  const migrated = migrate(other.db, { ...migrations, '9998-tried': addColumn }, log).finally(
    () => {
      isDone = true
    },
  )
  const waiting = `select from pg_locks where relation = 'photos'::regclass and mode = 'AccessExclusiveLock' and not granted`
  await vi.waitFor(async () => expect(await ask(one, waiting)).toHaveLength(1), { interval: 20 })
  // Behind the migration in the queue; with a lock that waits for the reader it would wait for
  // ever.
  await ask(one, 'select from photos limit 1')
  expect([isDone, await columns()]).toEqual([false, []])
  const waits = expect.objectContaining({
    level: 40,
    msg: 'a migration waits for a table that is in use',
    migration: '9998-tried',
  }) as unknown
  await vi.waitFor(() => expect(lines).toEqual([waits]), { interval: 20 })

  await reader.commit().execute()
  expect(await migrated).toEqual(['9998-tried'])
  expect(await columns()).toHaveLength(1)
  // Not a line for each try.
  expect(lines).toEqual([
    waits,
    expect.objectContaining({
      level: 30,
      msg: 'migrations applied',
      migrations: 1,
      last: '9998-tried',
    }),
  ])
})

test('each migration is applied for itself: one that fails leaves those before it, and nothing of itself', async () => {
  const failing: UpMigration = {
    up: async (db) => {
      await addColumn.up(db)
      await sql`select from no_such_table`.execute(db)
    },
  }
  const both = {
    ...migrations,
    '9997-first': run('create table tried_first ()'),
    '9998-tried': failing,
  }
  await expect(migrate(one.db, both)).rejects.toMatchObject({ code: '42P01' })
  expect([
    await columns(),
    await ask(one, `select to_regclass('tried_first') is not null as is_there`),
  ]).toEqual([[], [{ is_there: true }]])
  expect(await migrate(one.db, { ...both, '9998-tried': addColumn })).toEqual(['9998-tried'])
})

test('an index is made beside writers, also where an interrupted try left one that is not valid', async () => {
  await ask(one, 'create index photos_tried on photos (width)')
  await ask(
    one,
    `update pg_index set indisvalid = false where indexrelid = 'photos_tried'::regclass`,
  )
  const writer = await one.db.startTransaction().execute()
  await sql`update photos set width = width where false`.execute(writer)
  const migrated = migrate(other.db, { ...migrations, '9998-tried': indexBeside })
  await vi.waitFor(
    async () =>
      expect(
        await ask(
          one,
          `select from pg_stat_activity where query like 'drop index concurrently%' and wait_event_type = 'Lock'`,
        ),
      ).toHaveLength(1),
    { interval: 20 },
  )
  await ask(one, 'update photos set width = width where false')
  await writer.commit().execute()
  expect(await migrated).toEqual(['9998-tried'])
  expect(await indexes()).toEqual([{ is_valid: true }])
})

test('two processes that start at once apply each migration once', async () => {
  const both = {
    ...migrations,
    '9996-tried': addColumn,
    '9997-beside': indexBeside,
    '9998-last': run('create table tried_last ()'),
  }
  const applied = await Promise.all([migrate(one.db, both), migrate(other.db, both)])
  expect(applied.flat().toSorted()).toEqual(['9996-tried', '9997-beside', '9998-last'])
  expect([await columns(), await indexes()]).toEqual([[{}], [{ is_valid: true }]])
})

test('a process that waits for another one’s migrations says so once, and when that is over', async () => {
  const [hasBegun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow: UpMigration = {
    async up() {
      hasBegun.resolve()
      await mayEnd.promise
    },
  }
  const both = { ...migrations, '9997-slow': slow, '9998-last': run('create table tried_last ()') }
  const first = migrate(one.db, both)
  await hasBegun.promise
  const second = migrate(other.db, both, log)
  const tries = new Set<string>()
  const waiting = `select query_start::text as at from pg_stat_activity where datname = current_database() and query like '%pg_try_advisory_lock%' and pid <> pg_backend_pid()`
  await vi.waitFor(
    async () => {
      for (const { at } of await ask<{ at: string }>(one, waiting)) tries.add(at)
      expect(tries.size).toBeGreaterThan(2)
    },
    { interval: 20 },
  )
  mayEnd.resolve()
  expect([...(await first), ...(await second)].toSorted()).toEqual(['9997-slow', '9998-last'])
  expect(
    lines.map(({ level, msg }) => [level, msg]).filter(([, msg]) => msg !== 'migrations applied'),
  ).toEqual([
    [40, 'another process migrates the database: this one waits until that is done'],
    [30, 'the wait for another process is over: the database is migrated'],
  ])
})

test('an index that is long in the making is made once, while another process starts', async () => {
  // Longer than PostgreSQL waits before it looks for a deadlock; a number of the sequence for each
  // time that the row is read.
  const slowTable: UpMigration = {
    async up(db) {
      await sql`create table tried (id int)`.execute(db)
      await sql`insert into tried values (1)`.execute(db)
      await sql`create sequence times_read`.execute(db)
      await sql`create function read_slowly(id int) returns int language plpgsql immutable as $$
        begin perform nextval('public.times_read'), pg_sleep(1.3); return id; end $$`.execute(db)
    },
  }
  const slowIndex: UpMigration = {
    isOutside: true,
    up: (db) => createIndexConcurrently(db, 'tried_slowly', 'on tried (read_slowly(id))'),
  }
  const all = { ...migrations, '9997-slow': slowTable, '9998-beside': slowIndex }
  const applied = await Promise.all([migrate(one.db, all), migrate(other.db, all)])
  expect(applied.flat().toSorted()).toEqual(['9997-slow', '9998-beside'])
  expect(await ask(one, 'select last_value::int as times from times_read')).toEqual([{ times: 1 }])
})

test('a database of another edition of the schema, or of before there was one, is refused in a line, and not changed', async () => {
  for (const name of ['0000-schema-000000000000', '0001-first-schema']) {
    await ask(one, `update kysely_migration set name = '${name}'`)
    const error: unknown = await migrate(one.db, withSample).catch((reason: unknown) => reason)
    expect(linesFor(error)).toEqual([
      expect.stringContaining(
        `another edition of the schema (${name}), which this release cannot change: start with an empty database`,
      ),
    ])
  }
  expect(await columns()).toEqual([])
})

test('the release before starts on the schema of the one after it, and applies nothing', async () => {
  await migrate(one.db, withSample)
  const older = Object.fromEntries(Object.entries(withSample).slice(0, -1))
  expect(await migrate(one.db, older)).toEqual([])
  expect(await migrate(one.db)).toEqual([])
})
