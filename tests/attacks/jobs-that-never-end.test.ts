import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sessionSweepJob } from '#jobs/session-sweep.server.ts'
import { BATCH, inBatches, type Job, startJobs } from '#jobs/worker.server.ts'
import { DAY, HOUR, later } from '#lib/clock.ts'
import { creditExpiryJob } from '#money/credits/credits.server.ts'
import { grantCredits, spendCredits } from '#money/credits/credits.sql.ts'
import { app, withApp } from '../support/app.ts'
import { bob as joinBob } from '../support/cast.ts'

/**
 * Expiry once summed up every expired lot there ever was by scanning the ledger for each: 21
 * minutes of a core, and whoever stopped the process waited for it. A job's work is in batches, and
 * no statement outlasts a stop.
 */

const unheard = () => new AbortController().signal

withApp()

test('a process that is asked to stop ends a job between two of its batches', async () => {
  let begun: () => void = () => undefined
  const isUnderWay = new Promise<void>((resolve) => (begun = resolve))
  let batches = 0
  const run = (stopping: AbortSignal) =>
    inBatches(stopping, async (most) => {
      begun()
      batches += 1
      await sql`select 1`.execute(app.db)
      return most
    })
  const endless: Job = { name: 'endless', period: HOUR, start: () => ({ run }) }
  const jobs = startJobs(app.services, [endless])
  await isUnderWay
  await jobs.stop()
  const atTheEnd = batches
  await sql`select 1`.execute(app.db)
  expect(batches).toBe(atTheEnd)
})

test('thousands of lots that ran out are written off once each, while their owners spend', async () => {
  const { db, database } = app.services
  const bob = await joinBob(app)
  const at = app.clock.now()
  const expiresAt = later(at, DAY)
  const lots = BATCH + 234
  await sql`
    insert into credit_lots (account_id, source, expires_at, reference, created_at)
    select ${bob.id}, 'grant', ${expiresAt}, 'many-' || n, ${at} from generate_series(1, ${sql.lit(lots)}) n`.execute(
    db,
  )
  await sql`
    insert into credit_entries (account_id, lot_id, amount, reason, reference, created_at)
    select account_id, id, 2, 'grant', reference, created_at from credit_lots where reference like 'many-%'`.execute(
    db,
  )
  await db.transaction().execute((trx) =>
    grantCredits(trx, bob.id, {
      credits: 10,
      source: 'grant',
      reference: 'lasting',
      expiresAt: null,
      at,
    }),
  )
  app.clock.advance(2 * DAY)
  const now = app.clock.now()
  const job = () =>
    creditExpiryJob.start({ ...app.services, db: database.backgroundDb }).run(unheard())
  const spend = () =>
    db
      .transaction()
      .execute((trx) =>
        spendCredits(trx, bob.id, { credits: 1, reason: 'message', reference: null, at: now }),
      )
      .then(
        () => 1,
        () => 0,
      )
  const spent = await Promise.all([job(), ...Array.from({ length: 15 }, spend), job()])
  await job()
  expect(spent.reduce<number>((sum, one) => sum + (one ?? 0), 0)).toBe(10)
  const { rows } = await sql<{ rest: number; lots: number; open: number }>`
    select sum(rest)::int as rest, count(*)::int as lots, count(*) filter (where written_off_at is null and expires_at is not null)::int as open
    from credit_lots join lateral (select sum(amount) as rest from credit_entries where lot_id = credit_lots.id) held on true
    where account_id = ${bob.id} and (reference like 'many-%' or reference = 'lasting')`.execute(db)
  expect(rows).toEqual([{ rest: 0, lots: lots + 1, open: 0 }])
  const twice =
    await sql`select lot_id from credit_entries where account_id = ${bob.id} and reason = 'expiry' group by lot_id having count(*) > 1`.execute(
      db,
    )
  expect(twice.rows).toEqual([])
})

test('more that is old than fits a batch is all forgotten in one run', async () => {
  const { db } = app
  const at = app.clock.now()
  await sql`insert into rate_limits (key, window_ends_at, hits) select 'old-' || n, ${at}, 1 from generate_series(1, ${sql.lit(2 * BATCH + 1)}) n`.execute(
    db,
  )
  await sessionSweepJob.start(app.services).run(unheard())
  expect(
    await db.selectFrom('rate_limits').select('key').where('key', 'like', 'old-%').execute(),
  ).toEqual([])
})
