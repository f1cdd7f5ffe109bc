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
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'statements-'))
  const url = await copyOfTemplate(inject('postgresUrl'), `t_${randomUUID().replaceAll('-', '')}`)
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

test('a statement that does is found', async () => {
  const found = async (statement: string) => {
    const before = watch.explained.length
    await watch.during('by hand', () => sql.raw(statement).execute(database.db))
    return watch.explained.slice(before).flatMap(({ faults }) => faults)
  }
  expect(growingTables).toContain('credit_entries')
  expect(await found("select id from messages where body = 'x'")).not.toEqual([])
  expect(await found('select sum(amount) from credit_entries where lot_id = 7')).not.toEqual([])
  expect(await found('select amount from credit_entries where account_id = 7')).toEqual([])
})
