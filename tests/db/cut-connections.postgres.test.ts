import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asApiError } from '#api/faults.server.ts'
import { startApp } from '../support/app.ts'

/** The driver tells of a cut at once, while no statement runs that could fail with it. */
test('a connection that is cut between two statements of a transaction fails that transaction alone', async () => {
  const app = await startApp()
  const { db } = app
  const cut = db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    const pid = rows[0]?.pid ?? 0
    await sql`select pg_terminate_backend(${pid})`.execute(db)
    await expect
      .poll(
        async () =>
          (await sql`select from pg_stat_activity where pid = ${pid}`.execute(db)).rows.length,
      )
      .toBe(0)
    // The driver has heard of it once another answer has come by the same way.
    await sql`select pg_sleep(0.1)`.execute(db)
    await sql`select 1`.execute(trx)
  })
  const error = asApiError(await cut.catch((reason: unknown) => reason))
  expect([error.code, error.headers]).toEqual(['busy', { 'Retry-After': '2' }])
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await app.close()
})
