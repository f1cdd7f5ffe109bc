import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Job, startJobs } from '#jobs/worker.server.ts'
import { HOUR, later, SECOND } from '#lib/clock.ts'
import { creditExpiryJob } from '#money/credits/credits.server.ts'
import { grantCredits } from '#money/credits/credits.sql.ts'
import { app, withApp } from '../support/app.ts'
import { alice } from '../support/cast.ts'

/**
 * On PostgreSQL alone: PGlite is in the process itself, and nothing there can end a statement; its
 * batches are all there is.
 */

/** What is left to a process that is asked to stop (server.ts). */
const DRAIN = 10 * SECOND

withApp()

test('a process that is asked to stop ends a statement that would go on for minutes, alone and in a transaction', async () => {
  for (const isAlone of [true, false]) {
    let begun: () => void = () => undefined
    const isUnderWay = new Promise<void>((resolve) => (begun = resolve))
    const slow: Job = {
      name: 'slow',
      period: HOUR,
      start: ({ db }) => ({
        async run() {
          const wait = sql`select pg_sleep(120)`
          begun()
          if (isAlone) await wait.execute(db)
          else await db.transaction().execute((trx) => wait.execute(trx))
        },
      }),
    }
    const from = performance.now()
    const jobs = startJobs(app.services, [slow])
    await isUnderWay
    await jobs.stop()
    expect(performance.now() - from).toBeLessThan(DRAIN)
  }
  expect(
    app.logged.filter(
      (line) => line.includes('"job":"slow"') && line.includes('statement timeout'),
    ),
  ).toHaveLength(2)
  // The limit has gone with the transaction: whoever gets the connection next has none.
  const { rows } = await sql<{
    limit: string
  }>`select current_setting('statement_timeout') as limit`.execute(app.db)
  expect(rows).toEqual([{ limit: '0' }])
})

test('a job does not wait for an account that somebody else has locked', async () => {
  const member = await alice(app)
  const at = app.clock.now()
  const lot = {
    credits: 3,
    source: 'grant' as const,
    reference: 'locked',
    expiresAt: later(at, HOUR),
    at,
  }
  const { db } = app
  await db.transaction().execute((trx) => grantCredits(trx, member.id, lot))
  app.clock.advance(2 * HOUR)
  const expiry = creditExpiryJob.start({ ...app.services, db: app.services.database.backgroundDb })
  const rests = async () =>
    (
      await db
        .selectFrom('credit_entries')
        .select('amount')
        .where('account_id', '=', member.id)
        .orderBy('id')
        .execute()
    ).map(({ amount }) => amount)
  await db.transaction().execute(async (trx) => {
    await sql`select id from accounts where id = ${member.id} for no key update`.execute(trx)
    await expiry.run(new AbortController().signal)
    expect(await rests()).toEqual([3])
  })
  await expiry.run(new AbortController().signal)
  expect(await rests()).toEqual([3, -3])
})
