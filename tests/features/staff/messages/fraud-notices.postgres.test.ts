import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { personForUpdate } from '#core/accounts/standing/standing.sql.ts'
import { identityOf } from '#core/rules/fraud.server.ts'
import { isFraudster, keepIdentity } from '#core/rules/identities.sql.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { markDecision } from '#staff/decisions/decisions.sql.ts'
import { fraudNoticeJob } from '#staff/messages/fraud-notices.server.ts'
import { noteFraudBan } from '#staff/messages/fraud-notices.sql.ts'
import { app, runJob, withApp } from '#tests/support/app.ts'
import { becomesPremium, type CastMember, joins, writesTo } from '#tests/support/cast.ts'

/** Notices of bans for fraud, beside objections and other processes. */

withApp()
let Mallory: CastMember
let number = 0
beforeEach(async () => {
  number += 1
  app.clock.advance(1000)
  Mallory = await joins(app, { brand: 'adultcrush', username: `Mallory${number}` })
  await becomesPremium(app, Mallory)
})

const runs = () => runJob(app, fraudNoticeJob)
const mailbox = () =>
  identityOf(app.services.settings.sessionSecret, `mallory${number}@example.org`)
const isKnown = () => app.transaction((trx) => isFraudster(trx, mailbox()))

/** A ban that has taken effect. */
async function ban(db: Db = app.db): Promise<number> {
  const at = app.clock.now()
  const { rows } = await sql<{ id: number }>`
    insert into decisions (account_id, person_hash, brand, scope, act, policy, severity, note, internal_note, is_automated, source, decided_at, takes_effect_at, took_effect_at)
    values (${Mallory.id}, 'x', 'adultcrush', 'network', 'ban', 'scam', 'critical', 'For money.', '', true, 'own', ${at}, ${at}, ${at}) returning id`.execute(
    db,
  )
  return Number(rows[0]?.id)
}

/** Does something in a transaction that ends when it is told to, or once the task waits for it. */
async function beside(work: (trx: Trx) => Promise<unknown>): Promise<void> {
  const isDone = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const other = app.transaction(async (trx) => {
    await work(trx)
    isDone.resolve()
    await mayEnd.promise
  })
  await isDone.promise
  const running = runs()
  const isAwaited = vi.waitFor(async () => {
    const { rows } =
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        app.db,
      )
    expect(rows.length).toBeGreaterThan(0)
  })
  await Promise.race([running, isAwaited])
  mayEnd.resolve()
  await Promise.all([other, running])
}

test('nobody is told of a ban that falls just then', async () => {
  const Ada = await joins(app, { brand: 'adultcrush', username: `Ada${number}`, gender: 'man' })
  await becomesPremium(app, Ada)
  for (const [from, to] of [
    [Mallory, Ada],
    [Ada, Mallory],
  ] as const) {
    await writesTo(from, to, `From ${from.username}`)
  }
  const id = await ban()
  await app.transaction((trx) =>
    noteFraudBan(trx, { id, accountId: Mallory.id, at: app.clock.now(), identity: mailbox() }),
  )
  // As an objection that is right does.
  await beside(async (trx) => {
    await personForUpdate(trx, Mallory.id)
    await markDecision(trx, id, 'reversed_at', app.clock.now())
  })
  await runs()
  const told = await app.db
    .selectFrom('fraud_notices')
    .select('id')
    .where('other_id', '=', Mallory.id)
    .execute()
  const done = await app.db
    .selectFrom('fraud_bans')
    .select('done_at')
    .where('decision_id', '=', id)
    .executeTakeFirstOrThrow()
  expect([told, done.done_at !== null]).toEqual([[], true])
})

test('a mailbox stays known where another ban about it is noted while it would be forgotten', async () => {
  const first = await ban()
  await runs()
  expect(await isKnown()).toBe(true)
  await app.db
    .updateTable('decisions')
    .set({ reversed_at: app.clock.now() })
    .where('id', '=', first)
    .execute()
  await beside(async (trx) => {
    const second = await ban(trx)
    await noteFraudBan(trx, {
      id: second,
      accountId: Mallory.id,
      at: app.clock.now(),
      identity: mailbox(),
    })
    await keepIdentity(trx, mailbox(), app.clock.now())
  })
  expect(await isKnown()).toBe(true)
})
