import { expect, test } from 'vitest'
import { emptyAccount } from '#core/accounts/standing/departures.sql.ts'
import { DAY, later } from '#lib/clock.ts'
import { retentionJob } from '#members/leaving/erasure.server.ts'
import { ledgerFaults } from '#money/books/ledger-check.sql.ts'
import { paymentCounts } from '#money/orders/payments.sql.ts'
import { brandById } from '#sites/registry.ts'
import { reportOf } from '#staff/transparency/report.server.ts'
import { app, runJob, withApp } from '#tests/support/app.ts'
import { type CastMember, joins } from '#tests/support/cast.ts'
import {
  eventOf,
  gatewaySettings,
  paymentsOf,
  type Report,
  reports,
  startsOrder,
} from '#tests/support/gateway.ts'

/** Every charge is a row, and what goes back names it. */

withApp(gatewaySettings)

let people = 0
async function orders(
  brand: 'adultcrush' | 'wivesnow' | 'truebootycall',
  keyword: string,
): Promise<{ member: CastMember; order: number }> {
  const member = await joins(app, { brand, username: `Charged${(people += 1)}` })
  const { order } = await startsOrder(member, keyword)
  return { member, order }
}
const says = async (report: Report) =>
  expect((await reports(app, eventOf(app, report))).status).toBe(200)
const renewal = (order: number, number: number): Report => ({
  order,
  type: 'subscription.renewed',
  reference: `pay_${order}_${number}`,
})
const rowsOf = async (order: number) =>
  (await paymentsOf(app, order)).map(({ kind, amount, currency, reference }) => [
    kind,
    amount,
    currency,
    reference,
  ])
const refundsOf = (order: number) =>
  app.db
    .selectFrom('refunds')
    .select(['payment_reference as reference', 'amount', 'confirmed_at as at'])
    .where('order_id', '=', order)
    .execute()
const faults = () => ledgerFaults(app.db, later(app.clock.now(), 2 * DAY), 100)

async function schemesOf(brand: string, day: Date) {
  const [from = ''] = later(day, -DAY).toISOString().split('T')
  const [to = ''] = later(day, 40 * DAY)
    .toISOString()
    .split('T')
  const { sheets } = await reportOf(app.db, brandById(brand) ?? expect.fail('no brand'), {
    from,
    to,
    at: app.clock.now(),
  })
  const rows = sheets.find(({ name }) => name === 'card-schemes')?.rows ?? []
  return rows.reduce<[number, number]>(
    ([paid, back], row) => [paid + Number(row[6]), back + Number(row[7])],
    [0, 0],
  )
}

test('two renewals are two rows, and one chargeback of two charges is half of them', async () => {
  const start = app.clock.now()
  const { member, order } = await orders('adultcrush', 'ac-month')
  await says({ order })
  app.clock.advance(30 * DAY)
  await says(renewal(order, 2))
  expect(await schemesOf('adultcrush', start)).toEqual([2, 0])
  await says({ ...renewal(order, 2), type: 'payment.chargedBack' })
  const [paid, chargedBack] = await schemesOf('adultcrush', start)
  expect(chargedBack / paid).toBe(0.5)
  expect(await rowsOf(order)).toEqual([
    ['initial', 2995, 'USD', `pay_${order}`],
    ['renewal', 2995, 'USD', `pay_${order}_2`],
  ])
  const [first, second] = await paymentsOf(app, order)
  expect(second).toMatchObject({
    account_id: member.id,
    brand: 'adultcrush',
    processor: 'gateway',
    charged_at: app.clock.now(),
  })
  expect([first?.subscription_id, second?.subscription_id]).toEqual([
    second?.subscription_id,
    expect.any(Number),
  ])
  expect((await paymentCounts(member.id).execute(app.db)).rows).toEqual([
    { paid: 2, chargedBack: 1 },
  ])
  expect(await faults()).toEqual([])
})

test('replays, other words for the same, and all of them at once make one row', async () => {
  const { order } = await orders('adultcrush', 'ac-month')
  const event = eventOf(app, { order })
  await Promise.all([reports(app, event), reports(app, event), says({ order }), says({ order })])
  const first = eventOf(app, renewal(order, 2))
  await Promise.all([
    reports(app, first),
    reports(app, first),
    says(renewal(order, 2)),
    says({ ...renewal(order, 2), reason: 'again' }),
  ])
  await says(renewal(order, 3))
  // Not the last one, and reported once more.
  await says({ ...renewal(order, 2), reason: 'once more' })
  expect((await rowsOf(order)).map(([kind, , , reference]) => [kind, reference])).toEqual([
    ['initial', `pay_${order}`],
    ['renewal', `pay_${order}_2`],
    ['renewal', `pay_${order}_3`],
  ])
})

test.each<['wivesnow' | 'truebootycall', string, Partial<Report>, unknown[]]>([
  [
    'wivesnow',
    'wn-20',
    { amount: 990, currency: 'EUR', subscription: null },
    ['credits', 990, 'EUR'],
  ],
  ['truebootycall', 'trial', { amount: 0 }, ['trial', 0, 'USD']],
])('on %s the charge for %s says what it is', async (brand, keyword, price, row) => {
  const { order } = await orders(brand, keyword)
  await says({ order, ...price })
  expect(await rowsOf(order)).toEqual([[...row, `pay_${order}`]])
  expect(await faults()).toEqual([])
})

test('a refund of one renewal names that charge, and a later one of another names the other', async () => {
  const { order } = await orders('adultcrush', 'ac-month')
  await says({ order })
  await says(renewal(order, 2))
  await says(renewal(order, 3))
  const [refunded, at] = [
    (number: number): Report => ({ ...renewal(order, number), type: 'payment.refunded' }),
    app.clock.now(),
  ]
  await Promise.all([says(refunded(2)), says(refunded(2))])
  expect(await refundsOf(order)).toEqual([{ reference: `pay_${order}_2`, amount: 2995, at }])
  await says(refunded(3))
  expect((await refundsOf(order)).map(({ reference }) => reference).toSorted()).toEqual([
    `pay_${order}_2`,
    `pay_${order}_3`,
  ])
  expect((await rowsOf(order)).length).toBe(3)
  expect(await faults()).toEqual([])
})

test('a second payment is a row, too, and its refund names it', async () => {
  const { order } = await orders('adultcrush', 'ac-month')
  await says({ order })
  await says({ order, reference: `again_${order}`, subscription: `again_sub_${order}` })
  expect((await rowsOf(order)).map(([, , , reference]) => reference)).toEqual([
    `pay_${order}`,
    `again_${order}`,
  ])
  expect(await refundsOf(order)).toEqual([{ reference: `again_${order}`, amount: 2995, at: null }])
  expect(await faults()).toEqual([])
})

test('a charge whose refund or chargeback was reported first is a row', async () => {
  for (const type of ['payment.refunded', 'payment.chargedBack']) {
    const { order } = await orders('adultcrush', 'ac-month')
    await says({ order, type })
    await says({ order })
    expect((await rowsOf(order)).map(([kind]) => kind)).toEqual(['initial'])
  }
  const { order } = await orders('adultcrush', 'ac-month')
  await says({ order })
  await says({ ...renewal(order, 2), type: 'payment.chargedBack' })
  await says(renewal(order, 2))
  expect((await rowsOf(order)).map(([kind]) => kind)).toEqual(['initial', 'renewal'])
  expect(await faults()).toEqual([])
})

test('a charge is kept ten years, and its order as long as the last of its charges', async () => {
  const { order } = await orders('adultcrush', 'ac-month')
  await says({ order })
  app.clock.advance(5 * 365 * DAY)
  await says(renewal(order, 2))
  const left = async () => {
    await runJob(app, retentionJob)
    const rows = await app.db.selectFrom('orders').select('id').where('id', '=', order).execute()
    return [rows.length, (await rowsOf(order)).length]
  }
  app.clock.advance(4.9 * 365 * DAY)
  expect(await left()).toEqual([1, 2])
  app.clock.advance(0.2 * 365 * DAY)
  expect(await left()).toEqual([1, 1])
  app.clock.advance(5 * 365 * DAY)
  expect(await left()).toEqual([0, 0])
})

test('the reference of another order’s renewal pays for nothing, and makes no row', async () => {
  const [first, second] = [
    await orders('adultcrush', 'ac-month'),
    await orders('adultcrush', 'ac-month'),
  ]
  await says({ order: first.order })
  await says(renewal(first.order, 2))
  await says({ order: second.order, reference: `pay_${first.order}_2` })
  expect(await rowsOf(second.order)).toEqual([])
  await says({ order: second.order })
})

test.each<[string, (order: number) => Promise<unknown>, RegExp]>([
  [
    'a paid order without its charge',
    (order) => app.db.deleteFrom('payments').where('order_id', '=', order).execute(),
    /no charge is entered/,
  ],
  [
    'a charge of another account',
    async (order) => {
      const { id } = await joins(app, { brand: 'adultcrush', username: `Other${order}` })
      await app.db
        .updateTable('payments')
        .set({ account_id: id })
        .where('order_id', '=', order)
        .execute()
    },
    /differs from order/,
  ],
  [
    'a second charge that is not paid back',
    (order) =>
      app.db
        .insertInto('payments')
        .columns([
          'order_id',
          'account_id',
          'brand',
          'kind',
          'amount',
          'currency',
          'processor',
          'reference',
          'charged_at',
        ])
        .expression((eb) =>
          eb
            .selectFrom('payments')
            .select((one) => [
              'order_id',
              'account_id',
              'brand',
              'kind',
              'amount',
              'currency',
              'processor',
              one.val(`copy_${order}`).as('reference'),
              'charged_at',
            ])
            .where('order_id', '=', order),
        )
        .execute(),
    /bought nothing/,
  ],
  [
    'more paid back than was charged',
    (order) =>
      app.db
        .insertInto('refunds')
        .values({
          payment_reference: `pay_${order}`,
          order_id: order,
          amount: 2996,
          currency: 'USD',
          asked_at: app.clock.now(),
        })
        .execute(),
    /has a refund of 2996, and 2995 was charged/,
  ],
])('the check of the ledger finds %s', async (_, harm, text) => {
  const { order } = await orders('adultcrush', 'ac-month')
  await says({ order })
  expect(await faults()).toEqual([])
  await harm(order)
  const found = await faults()
  for (const table of ['refunds', 'payments'] as const)
    await app.db.deleteFrom(table).where('order_id', '=', order).execute()
  await app.db.updateTable('orders').set({ paid_at: null }).where('id', '=', order).execute()
  expect(found.map((fault) => fault.text).join('; ')).toMatch(text)
})

test('a renewal of somebody who has been erased is entered, and nobody is written to', async () => {
  const { member, order } = await orders('adultcrush', 'ac-month')
  await says({ order })
  await app.transaction((trx) => emptyAccount(trx, member.id, app.clock.now()))
  await says(renewal(order, 2))
  expect(await rowsOf(order)).toHaveLength(2)
})
