import { beforeAll, expect, test } from 'vitest'
import { DAY, later } from '#lib/clock.ts'
import { ledgerFaults, ledgerSize } from '#money/books/ledger-check.sql.ts'
import {
  grantCredits,
  spendCredits,
  takeBackCredits,
  writeOffExpired,
} from '#money/credits/credits.sql.ts'
import { payForLocation } from '#money/credits/location-reveals.sql.ts'
import { app, withApp } from '#tests/support/app.ts'
import { bob, type CastMember, joins } from '#tests/support/cast.ts'

/** `npm run ledger:check`. */

withApp()
let Bob: CastMember
let Carl: CastMember
let lot = 0
beforeAll(async () => {
  Bob = await bob(app)
  Carl = await joins(app, { brand: 'wivesnow', username: 'Carl' })
  const at = app.clock.now()
  await app.transaction(async (trx) => {
    await grantCredits(trx, Bob.id, {
      credits: 10,
      source: 'grant',
      reference: 'welcome',
      expiresAt: later(at, DAY),
      at,
    })
    await grantCredits(trx, Bob.id, {
      credits: 5,
      source: 'purchase',
      reference: 'order:999',
      expiresAt: null,
      at,
    })
    await spendCredits(trx, Bob.id, { credits: 12, reason: 'message', reference: null, at })
    await takeBackCredits(trx, Bob.id, 'order:999', at)
  })
  const row = await app.db
    .selectFrom('credit_lots')
    .select('id')
    .where('reference', '=', 'welcome')
    .executeTakeFirstOrThrow()
  lot = row.id
})

const faultsAt = async (at: Date) =>
  (await ledgerFaults(app.db, at, 100)).map(({ rule, text }) => `${rule}: ${text}`)
const faults = () => faultsAt(app.clock.now())
const entry = (accountId: number, amount: number) =>
  app.db
    .insertInto('credit_entries')
    .values({
      account_id: accountId,
      lot_id: lot,
      amount,
      reason: 'test',
      created_at: app.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
const without = (id: number) => app.db.deleteFrom('credit_entries').where('id', '=', id).execute()

test('the check of the ledger finds nothing in what purchases, spends, refunds and expiry have written', async () => {
  app.clock.advance(2 * DAY)
  await app.transaction((trx) => writeOffExpired(trx, app.clock.now(), 100))
  expect(await faults()).toEqual([])
  expect(await ledgerSize(app.db)).toEqual({ lots: 2, entries: 5, payments: 0 })
})

test('the check of the ledger finds nothing in a database that comes back after days without a server, in which a lot has expired', async () => {
  const at = app.clock.now()
  const lasting = { credits: 1, source: 'grant', reference: 'while stopped', at } as const
  await app.transaction((trx) =>
    grantCredits(trx, Bob.id, { ...lasting, expiresAt: later(at, DAY) }),
  )
  expect(await faultsAt(later(at, 3 * DAY))).toEqual([])
  await app.transaction(async (trx) => {
    await takeBackCredits(trx, Bob.id, 'while stopped', at)
    await trx
      .updateTable('credit_lots')
      .set({ written_off_at: at })
      .where('reference', '=', 'while stopped')
      .execute()
  })
})

test.each<[string, () => Promise<{ id: number }>, string]>([
  ['credits spent twice', () => entry(Bob.id, -3), 'no lot is below zero: has -3 credits'],
  [
    'a lot given twice, and its rest after it has expired',
    () => entry(Bob.id, 4),
    'every lot is given once: was given 2 times',
  ],
  [
    'credits left after they have expired',
    () => entry(Bob.id, 4),
    'nothing is spent after its lot has expired: has 4 credits left, though it has expired',
  ],
  [
    'somebody else’s lot',
    () => entry(Carl.id, -1),
    'a lot is spent by its own account: is entered for account',
  ],
])('finds %s', async (_, breaks, fault) => {
  const { id } = await breaks()
  expect((await faults()).some((found) => found.startsWith(fault))).toBe(true)
  await without(id)
  expect(await faults()).toEqual([])
})

test('the check of the ledger finds a location that was not paid for, or twice', async () => {
  const at = app.clock.now()
  await app.db
    .insertInto('location_reveals')
    .values({ account_id: Bob.id, other_id: Carl.id, revealed_at: at })
    .execute()
  expect(await faults()).toEqual(['a location is paid for once: paid 0 times for a location'])
  await app.db.deleteFrom('location_reveals').execute()
  await app.transaction(async (trx) => {
    await grantCredits(trx, Bob.id, {
      credits: 4,
      source: 'grant',
      reference: 'locations',
      expiresAt: null,
      at,
    })
    await payForLocation(trx, Bob.id, Carl.id, { credits: 2, at })
  })
  expect(await faults()).toEqual([])
  const spend = {
    credits: 2,
    reason: 'revealLocation',
    reference: `of:${Carl.id}`,
    at: later(at, DAY),
  }
  await app.transaction((trx) => spendCredits(trx, Bob.id, spend))
  expect(await faults()).toEqual(['a location is paid for once: paid 2 times for a location'])
  await app.db.deleteFrom('location_reveals').execute()
})

test('the check of the ledger finds a lot whose order was never paid', async () => {
  const at = app.clock.now()
  const { id } = await app.db
    .insertInto('orders')
    .values({
      account_id: Bob.id,
      brand: 'wivesnow',
      keyword: 'wn-20',
      amount: 990,
      currency: 'EUR',
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.transaction((trx) =>
    grantCredits(trx, Bob.id, {
      credits: 20,
      source: 'purchase',
      reference: `order:${id}`,
      expiresAt: null,
      at,
    }),
  )
  expect(await faults()).toEqual([
    `a lot that was bought has a paid order: is of order ${id}, which is not paid`,
  ])
})
