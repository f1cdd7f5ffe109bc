import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openPostgres, type OpenDatabase } from '#db/connection.server.ts'
import { fillDemo } from '#demo/network.server.ts'
import { withSecrets } from '#process/secrets.server.ts'
import { readSettings } from '#settings.ts'
import { growEverything, runEverything, smallTables } from '../support/every-statement.ts'
import { openNetwork, type Network } from '../support/network.ts'
import { growingTables, type Watch, watchStatements } from '../support/plans.ts'
import { copyOfTemplate } from '../support/template.ts'

/**
 * Sequential scans are disabled, so that a few hundred members suffice: PostgreSQL uses one only
 * where no index fits.
 */

const MEMBERS = 300
const now = new Date('2026-11-20T12:00:00Z')
let database: OpenDatabase
let network: Network
let watch: Watch
let directory: string
let url: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'statements-'))
  url = await copyOfTemplate(inject('postgresUrl'), `t_${randomUUID().replaceAll('-', '')}`)
  database = await openPostgres(url, 4)
  await fillDemo(database.db, { now, members: MEMBERS })
  const { sessionSecret } = await withSecrets(
    readSettings({ DEMO: '0', DATA_DIR: directory }),
    database,
  )
  await growEverything(database.db, MEMBERS, now, sessionSecret)
  network = await openNetwork(database, now, directory)
  watch = await watchStatements(url, { most: Number.POSITIVE_INFINITY, strict: true })
})
afterAll(async () => {
  watch.stop()
  await network.close()
  await rm(directory, { recursive: true, force: true })
})

test('every growing table has rows, so that it shows how it is read', async () => {
  expect(await smallTables(database.db, 250)).toEqual([])
})

// More than a minute of a processor: beside other work, perhaps more than the ten that others have.
test(
  'no start, job, poll, list or search has to read a growing table from end to end',
  { timeout: 3_600_000 },
  async () => {
    await runEverything(watch, network, database)
    expect(watch.explained.length).toBeGreaterThan(200)
    expect(
      watch.explained
        .filter(({ faults }) => faults.length > 0)
        .map(({ feature, text, faults }) => ({ feature, faults, text })),
    ).toEqual([])
  },
)

async function foundBy(by: Watch, statement: string): Promise<string[]> {
  const before = by.explained.length
  await by.during('by hand', () => sql.raw(statement).execute(database.db))
  return by.explained.slice(before).flatMap(({ faults }) => faults)
}

test('a statement that does is found', async () => {
  const found = (statement: string) => foundBy(watch, statement)
  expect(growingTables).toContain('credit_entries')
  expect(await found("select id from messages where body = 'x'")).not.toEqual([])
  expect(await found('select sum(amount) from credit_entries where lot_id = 7')).not.toEqual([])
  expect(await found('select amount from credit_entries where account_id = 7')).toEqual([])
})

test('a bench lets PostgreSQL read a small table whole only where an index would serve', async () => {
  const bench = await watchStatements(url, { most: 20_000, strict: false })
  const found = (statement: string) => foundBy(bench, statement)
  try {
    expect(await found('select body from member_notes where id > 0')).toEqual([])
    expect(await found("select id from member_notes where body = 'x'")).toEqual([
      'scans member_notes',
    ])
    expect(await found('select body from member_notes limit 1')).toEqual([])
    expect(await found("select id from member_notes where body = 'x' limit 1")).toEqual([
      'scans member_notes',
    ])
    await sql`update member_notes set body = repeat('x', 400)`.execute(database.db)
    expect(await found('select body from member_notes where id > 0')).toEqual([
      'scans member_notes',
    ])
  } finally {
    bench.stop()
  }
})
