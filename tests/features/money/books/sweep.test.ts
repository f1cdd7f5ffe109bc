import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, later } from '#lib/clock.ts'
import { reconciliationJob } from '#money/books/reconciliation.server.ts'
import { differencesSince } from '#money/books/reconciliation.sql.ts'
import { sweepJob } from '#money/books/sweep.server.ts'
import { getBillingData } from '#money/checkout/orders.contract.ts'
import { receiveEvent } from '#money/checkout/receive.server.ts'
import { ccbillJob as ccbillJobOf } from '#money/processors/ccbill/job.server.ts'
import { runJob, startApp, type TestApp } from '#tests/support/app.ts'
import { type CastMember, joins } from '#tests/support/cast.ts'
import {
  type Ccbill,
  type Fields,
  reports,
  startCcbill,
  type Trouble,
} from '#tests/support/ccbill.ts'
import { startsOrder } from '#tests/support/gateway.ts'
import { mailsTo } from '#tests/support/mail.ts'
import { buyersOf, startVerotelShop, type VerotelShop } from '#tests/support/verotel-shop.ts'

/**
 * Field B7, for processors that have no list of payments: each order of late, or that renews, is
 * asked about.
 */

const ccbillJob = ccbillJobOf(receiveEvent)

const differencesIn = async (app: TestApp, order: number) =>
  (await differencesSince(app.db, later(app.clock.now(), -400 * DAY), 100)).filter(
    (one) => one.order === order,
  )
const compareAtIn = async (app: TestApp, order: number) =>
  (
    await app.db
      .selectFrom('orders')
      .select('compare_at as at')
      .where('id', '=', order)
      .executeTakeFirstOrThrow()
  ).at

async function premiumDaysIn(app: TestApp, { member }: { member: CastMember }): Promise<number> {
  const { until } = await app.db
    .selectFrom('accounts')
    .select('premium_until as until')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow()
  return until === null
    ? 0
    : Math.round(Math.max(0, until.getTime() - app.clock.now().getTime()) / DAY)
}

describe('of CCBill', () => {
  let ccbill: Ccbill
  let app: TestApp
  beforeAll(async () => {
    ccbill = await startCcbill()
    app = await startApp(ccbill.settings)
  })
  afterAll(async () => {
    await app.close()
    ccbill.close()
  })
  afterEach(async () => {
    ccbill.misbehaves(null)
    await app.db.updateTable('orders').set({ compare_at: null }).execute()
  })

  const now = () => app.clock.now()
  const night = async () => {
    await runJob(app, sweepJob)
    await runJob(app, reconciliationJob)
  }
  async function says(eventType: string, fields: Fields): Promise<void> {
    expect((await reports(app, eventType, fields)).status).toBe(200)
    await runJob(app, ccbillJob)
  }
  let people = 0
  type Buyer = { member: CastMember; order: number; sale: Fields }
  async function buys(brand: 'adultcrush' | 'wivesnow' = 'adultcrush'): Promise<Buyer> {
    const member = await joins(app, { brand, username: `Swept${(people += 1)}` })
    const { order, checkout } = await startsOrder(
      member,
      brand === 'adultcrush' ? 'ac-month' : 'wn-20',
    )
    const sale = await ccbill.pays(checkout ?? expect.fail('no checkout'), now())
    await says('NewSaleSuccess', sale)
    return { member, order, sale }
  }
  const stateOf = async ({ member, order }: Buyer) =>
    (await member.calls(getBillingData, { query: { order } })).order?.state
  const receiptsOf = async ({ member }: Buyer) =>
    (await mailsTo(app, `${member.username.toLowerCase()}@example.org`)).filter(({ kind }) =>
      kind.endsWith('eceipt'),
    ).length

  test('a renewal whose report was lost is applied once, with its receipt; the report that comes late adds nothing', async () => {
    const buyer = await buys()
    app.clock.advance(30 * DAY + HOUR)
    const late = ccbill.renews(buyer.sale, now())
    await Promise.all([night(), night()])
    await night()
    expect([await premiumDaysIn(app, buyer), await receiptsOf(buyer)]).toEqual([30, 2])
    expect(await differencesIn(app, buyer.order)).toMatchObject([
      { kind: 'missed', type: 'subscription.renewed', detail: 'applied', closedAt: now() },
    ])
    app.clock.advance(DAY)
    await says('RenewalSuccess', late)
    await night()
    expect([
      await premiumDaysIn(app, buyer),
      await receiptsOf(buyer),
      (await differencesIn(app, buyer.order)).length,
    ]).toEqual([29, 2, 1])
    app.clock.advance(29 * DAY)
    await says('RenewalSuccess', ccbill.renews(buyer.sale, now()))
    expect([await premiumDaysIn(app, buyer), await receiptsOf(buyer)]).toEqual([30, 3])
  })

  test('what was reported and agrees is no difference, and is compared the night after', async () => {
    const [plan, pack] = [await buys(), await buys('wivesnow')]
    app.clock.advance(DAY)
    await night()
    expect([await differencesIn(app, plan.order), await differencesIn(app, pack.order)]).toEqual([
      [],
      [],
    ])
    expect((await compareAtIn(app, plan.order))?.getTime()).toBeGreaterThan(now().getTime())
    const { checked, differences } = await app.db
      .selectFrom('reconciliations')
      .select(['checked', 'differences'])
      .where('provider', '=', 'ccbill')
      .orderBy('night', 'desc')
      .executeTakeFirstOrThrow()
    expect([checked, differences]).toEqual([2, 0])
  })

  test.each<[string, (sale: Fields) => unknown, string]>([
    ['a cancellation', (sale) => ccbill.cancels(sale, now()), 'subscription.cancelled'],
    ['an end', (sale) => ccbill.expires(sale, now()), 'subscription.expired'],
  ])('%s whose report was lost is applied', async (_, happens, type) => {
    const buyer = await buys()
    happens(buyer.sale)
    app.clock.advance(DAY)
    await night()
    expect(await differencesIn(app, buyer.order)).toMatchObject([
      { kind: 'missed', type, detail: 'applied', closedAt: now() },
    ])
    const { cancelled_at } = await app.db
      .selectFrom('subscriptions')
      .select('cancelled_at')
      .where('order_id', '=', buyer.order)
      .executeTakeFirstOrThrow()
    expect([cancelled_at, await premiumDaysIn(app, buyer)]).toEqual([now(), 29])
  })

  test('a chargeback whose report was lost takes back what it was for, once', async () => {
    const buyer = await buys()
    const late = ccbill.takesBack(buyer.sale, now(), { how: 'chargeback' })
    app.clock.advance(DAY)
    await night()
    await says('Chargeback', late)
    expect([await stateOf(buyer), await premiumDaysIn(app, buyer)]).toEqual(['chargedBack', 0])
    const rows = await app.db
      .selectFrom('chargebacks')
      .select('amount')
      .where('order_id', '=', buyer.order)
      .execute()
    expect(rows).toEqual([{ amount: 2995 }])
  })

  test('a refund, of which CCBill does not say how much, and a renewal after a cancellation here are left to an operator', async () => {
    const [paidBack, goesOn] = [await buys(), await buys()]
    ccbill.takesBack(paidBack.sale, now(), { how: 'refund' })
    await says('Cancellation', ccbill.cancels(goesOn.sale, now()))
    ccbill.reactivates(goesOn.sale, now())
    app.clock.advance(DAY)
    await night()
    expect(await differencesIn(app, paidBack.order)).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'missed', type: 'payment.refunded', closedAt: null }),
      ]) as object[],
    )
    expect(await stateOf(paidBack)).toBe('paid')
    expect(await differencesIn(app, goesOn.order)).toMatchObject([
      { kind: 'altered', closedAt: null },
    ])
  })

  test('a charge that CCBill does not know, or counts less often, is told and changes nothing', async () => {
    const [unknown, counted] = [await buys(), await buys()]
    const renewal = ccbill.renews(counted.sale, now())
    await says('RenewalSuccess', renewal)
    ccbill.state(counted.sale['subscriptionId'] ?? '').rebilled = 0
    ccbill.forgets(unknown.sale['subscriptionId'] ?? '')
    app.clock.advance(DAY)
    await night()
    expect(await differencesIn(app, unknown.order)).toMatchObject([
      { kind: 'unlisted', closedAt: null, detail: 'CCBill knows no such subscription' },
    ])
    expect(await differencesIn(app, counted.order)).toMatchObject([
      { kind: 'unlisted', closedAt: null, type: 'subscription.renewed' },
    ])
    expect([await premiumDaysIn(app, unknown), await premiumDaysIn(app, counted)]).toEqual([29, 59])
  })

  test.each<Trouble>(['down', 'html', 'script', 'half', -1])(
    'an answer that is none (%s) changes nothing, and is asked for again',
    async (trouble) => {
      const buyer = await buys()
      app.clock.advance(30 * DAY + HOUR)
      ccbill.renews(buyer.sale, now())
      ccbill.misbehaves(trouble)
      await night()
      expect([await premiumDaysIn(app, buyer), await differencesIn(app, buyer.order)]).toEqual([
        0,
        [],
      ])
      ccbill.misbehaves('slow')
      app.clock.advance(HOUR)
      await night()
      expect([
        await premiumDaysIn(app, buyer),
        (await differencesIn(app, buyer.order)).length,
      ]).toEqual([30, 1])
    },
  )

  test('an order of long ago that renews no more is not asked about again', async () => {
    const buyer = await buys()
    await says('Expiration', ccbill.expires(buyer.sale, now()))
    app.clock.advance(61 * DAY)
    await night()
    expect(await compareAtIn(app, buyer.order)).toBeNull()
  })
})

describe('of Verotel', () => {
  let shop: VerotelShop
  beforeAll(async () => {
    shop = await startVerotelShop()
  })
  afterAll(() => shop.close())
  afterEach(async () => {
    shop.insteadOfStatus(null)
    shop.outbox.splice(0)
    await shop.app.db.updateTable('orders').set({ compare_at: null }).execute()
  })
  const { buys, pays, orders, mailsOf } = buyersOf(() => shop)
  const night = () => runJob(shop.app, sweepJob)
  const dayIn = (days: number) =>
    later(shop.app.clock.now(), days * DAY)
      .toISOString()
      .slice(0, 10)

  test('a period whose report was lost is given, and told to an operator; the report that comes late adds no time, and leaves its row and receipt', async () => {
    const buyer = await buys()
    buyer.sale.next = dayIn(30)
    shop.app.clock.advance(DAY)
    await night()
    expect(await differencesIn(shop.app, buyer.order)).toEqual([])
    shop.app.clock.advance(31 * DAY)
    buyer.sale.next = dayIn(28)
    const late = shop.report('rebill', buyer.sale, { transaction: 77_001, next: buyer.sale.next })
    await Promise.all([night(), night()])
    const days = await premiumDaysIn(shop.app, buyer)
    expect(days).toBeGreaterThanOrEqual(28)
    expect(await differencesIn(shop.app, buyer.order)).toMatchObject([
      { kind: 'missed', type: 'subscription.extended', closedAt: null },
    ])
    expect(await shop.send(late)).toEqual([200, 'OK'])
    expect([
      await premiumDaysIn(shop.app, buyer),
      (await mailsOf(buyer)).filter((kind) => kind.endsWith('eceipt')).length,
    ]).toEqual([days, 2])
  })

  test('a second cancellation in the words of the first, which was taken back, is asked about within the hour; a mere repeat changes nothing', async () => {
    const [cancelled, renewing] = [await buys(), await buys()]
    for (const buyer of [cancelled, renewing]) {
      const cancel = shop.report('cancel', buyer.sale)
      const uncancel = shop.report('uncancel', buyer.sale)
      shop.outbox.length = 0
      for (const postback of [cancel, uncancel])
        expect(await shop.send(postback)).toEqual([200, 'OK'])
      if (buyer === cancelled) buyer.sale.expires = dayIn(30)
      else buyer.sale.next = dayIn(30)
      expect(await shop.send(cancel)).toEqual([200, 'OK'])
    }
    await runJob(shop.app, sweepJob)
    const at = async ({ order }: { order: number }) =>
      (
        await shop.app.db
          .selectFrom('subscriptions')
          .select('cancelled_at as at')
          .where('order_id', '=', order)
          .executeTakeFirstOrThrow()
      ).at
    expect([await at(cancelled), await at(renewing)]).toEqual([shop.app.clock.now(), null])
  })

  test('a cancellation whose report was lost is applied', async () => {
    const buyer = await buys()
    buyer.sale.expires = dayIn(30)
    shop.app.clock.advance(DAY)
    await night()
    expect(await differencesIn(shop.app, buyer.order)).toMatchObject([
      { type: 'subscription.cancelled', detail: 'applied', closedAt: shop.app.clock.now() },
    ])
  })

  test('a plan that is cancelled here and still renews there is told, once and after two days; one that stopped there is not', async () => {
    const [renewing, stopped] = [await buys(), await buys()]
    renewing.sale.next = dayIn(30)
    stopped.sale.expires = dayIn(30)
    for (const { sale } of [renewing, stopped])
      expect(await shop.send(shop.report('cancel', sale))).toEqual([200, 'OK'])
    shop.app.clock.advance(DAY)
    await night()
    expect(await differencesIn(shop.app, renewing.order)).toEqual([])
    for (const days of [2, 1]) {
      shop.app.clock.advance(days * DAY)
      await night()
    }
    expect(await differencesIn(shop.app, renewing.order)).toMatchObject([
      { kind: 'unlisted', type: 'subscription.cancelled', closedAt: null },
    ])
    expect(await differencesIn(shop.app, stopped.order)).toEqual([])
  })

  test('a sale that was not reported is told; an order that nobody paid is asked about once', async () => {
    const [paid, left] = [await pays(), await orders('adultcrush', 'ac-month')]
    shop.outbox.splice(0)
    shop.app.clock.advance(DAY)
    await night()
    expect(await differencesIn(shop.app, paid.order)).toMatchObject([
      { kind: 'missed', type: 'payment.approved', closedAt: null },
    ])
    expect([
      await differencesIn(shop.app, left.order),
      await compareAtIn(shop.app, left.order),
    ]).toEqual([[], null])
  })

  test('a sale that Verotel does not know, or has at another price, is told and changes nothing', async () => {
    const [unknown, dear] = [await buys(), await buys()]
    shop.sales.splice(shop.sales.indexOf(unknown.sale), 1)
    dear.sale.price = '39.95'
    shop.app.clock.advance(DAY)
    await night()
    expect(await differencesIn(shop.app, unknown.order)).toMatchObject([
      { kind: 'unlisted', closedAt: null },
    ])
    expect(await differencesIn(shop.app, dear.order)).toMatchObject([
      { kind: 'altered', closedAt: null },
    ])
    expect([await premiumDaysIn(shop.app, unknown), await premiumDaysIn(shop.app, dear)]).toEqual([
      29, 29,
    ])
  })

  test.each<[string, () => Response]>([
    [
      'HTML',
      () =>
        new Response('<html>\nresponse: NOTFOUND\n</html>', {
          headers: { 'Content-Type': 'text/html' },
        }),
    ],
    ['an error', () => new Response('response: NOTFOUND', { status: 503 })],
    ['something else', () => new Response('error: signature\n')],
  ])('%s changes nothing, and the order is asked about again', async (_, answer) => {
    const buyer = await buys()
    shop.insteadOfStatus(answer)
    shop.app.clock.advance(DAY)
    await night()
    expect([
      await premiumDaysIn(shop.app, buyer),
      await differencesIn(shop.app, buyer.order),
    ]).toEqual([29, []])
    shop.insteadOfStatus(null)
    shop.sales.splice(shop.sales.indexOf(buyer.sale), 1)
    shop.app.clock.advance(HOUR)
    await night()
    expect((await differencesIn(shop.app, buyer.order)).length).toBe(1)
  })
})
