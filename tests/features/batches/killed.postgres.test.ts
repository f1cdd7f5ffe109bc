import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { openPostgres } from '../../../src/db/connection.server.ts'
import { batchJob } from '../../../src/features/batches/batch-job.server.ts'
import type { gatherBatch, getBatch, planBatch, runBatch } from '../../../src/features/batches/batches.contract.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { asStaff, joins } from '../../support/cast.ts'
import { copyOfTemplate } from '../../support/template.ts'

/** A process that works at a batch is killed in the middle, as a real one. */

let app: TestApp
let url: string
beforeAll(async () => {
  url = await copyOfTemplate(inject('postgresUrl'), `t_${randomUUID().replaceAll('-', '')}`)
  app = await startApp({}, await openPostgres(url))
})
afterAll(() => app.close())

/** The key of a lock for which the third item waits, after its decision and before what became of it is written. */
const HELD = 4711

test('what a killed process had decided stays, what it was about is decided once, and the rest by the next one', async () => {
  const { db } = app.services
  const Eve = await asStaff(app, await joins(app, { brand: 'adultcrush', username: 'Eve', staff: true }))
  const people = []
  for (const username of ['Ann', 'Bea', 'Cleo', 'Dora']) people.push(await joins(app, { brand: 'adultcrush', username }))
  const chosen = people.map(({ id }) => id)
  const { next } = await Eve.send<typeof gatherBatch>('POST /staff/gatherBatch', { body: { kind: 'accounts', chosen } })
  const id = Number(/\d+$/.exec(next)?.[0])
  await Eve.send<typeof planBatch>('POST /staff/planBatch', { body: { id, act: 'warn', policy: 'spam', note: 'You sent the same words to many.' } })
  await Eve.send<typeof runBatch>('POST /staff/runBatch', { body: { id } })
  const decided = async () => {
    const rows = await db.selectFrom('decisions').select('account_id').where('act', '=', 'warn').execute()
    return chosen.map((account) => rows.filter((row) => row.account_id === account).length)
  }
  const batch = async () => (await Eve.send<typeof getBatch>('GET /staff/batches/{id}', { params: { id } })).batch

  await sql`create function hold_third() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(${sql.lit(HELD)}); return new; end $$`.execute(
    db,
  )
  await sql`create trigger hold_third before update on batch_items for each row
    when (new.outcome is not null and new.account_id = ${sql.lit(chosen[2])}) execute function hold_third()`.execute(db)
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(HELD)})`.execute(trx)
    const worker = spawn(process.execPath, [join('tests', 'support', 'batch-worker.ts'), url, app.dataDir, String(app.clock.now().getTime())], {
      stdio: 'inherit',
    })
    await waits(worker)
    worker.kill('SIGKILL')
    await once(worker, 'exit')
  })
  await sql`drop trigger hold_third on batch_items`.execute(db)
  await sql`drop function hold_third`.execute(db)
  expect([await decided(), (await batch()).state, (await batch()).count]).toEqual([[1, 1, 0, 0], 'running', expect.objectContaining({ done: 2, toDo: 4 })])

  await batchJob.start(app.services).run(new AbortController().signal)
  expect([await decided(), (await batch()).state, (await batch()).count]).toEqual([
    [1, 1, 1, 1],
    'ended',
    expect.objectContaining({ decided: 4, leftOut: 0, done: 4 }),
  ])
})

/** Until the worker's third item waits for the lock; throws where it ends before. */
async function waits(worker: ChildProcess): Promise<void> {
  const options = { timeout: 300_000, interval: 50 }
  await vi.waitFor(async () => {
    expect(worker.exitCode).toBeNull()
    const { rows } = await sql`select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`.execute(app.services.db)
    expect(rows.length).toBe(1)
  }, options)
}
