import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CallError } from '#api/client.ts'
import { DAY, MINUTE } from '#lib/clock.ts'
import { cancellationJob } from '#money/contracts/cancel.server.ts'
import {
  cancelRenewal,
  listContracts,
  withdraw,
} from '#money/contracts/ending/declarations.contract.ts'
import { declarationJob } from '#money/contracts/ending/declarations.server.ts'
import { refundJob } from '#money/contracts/refunds.server.ts'
import { productsOf } from '#money/prices/offers.ts'
import { saleStatusOf } from '#money/processors/sale-status.server.ts'
import { brands } from '#sites/registry.ts'
import { actOnMember } from '#staff/members/support-acts.contract.ts'
import { runJob } from '#tests/support/app.ts'
import { joins, worksAs } from '#tests/support/cast.ts'
import { gatewaySettings, paymentsOf, startsOrder } from '#tests/support/gateway.ts'
import {
  type Buyer,
  buyersOf,
  shops,
  startVerotelShop,
  type VerotelShop,
} from '#tests/support/verotel-shop.ts'

/**
 * Field B1: brands that charge by Verotel, from the sale to its end, against a server that speaks
 * its documented wire.
 */

let shop: VerotelShop
beforeAll(async () => {
  shop = await startVerotelShop(gatewaySettings)
})
afterAll(() => shop.close())
afterEach(() => {
  shop.insteadOfControlCenter(null)
  shop.outbox.length = 0
})

const { buys, stateOf, userOf, balance, mailsOf, subscriptionOf, premiumDays } = buyersOf(
  () => shop,
)
let transactions = 5_000_000
const nextTransaction = () => (transactions += 1)
const work = (job: typeof cancellationJob) => runJob(shop.app, job)
const rebill = ({ sale }: Buyer) => shop.report('rebill', sale, { transaction: nextTransaction() })

test('a plan is paid for on Verotel’s page, and makes the member premium', async () => {
  const buyer = await buys()
  expect([await premiumDays(buyer), await stateOf(buyer), await userOf(buyer)]).toMatchObject([
    30,
    'paid',
    { membership: 'premium', isPremium: true },
  ])
  expect(await subscriptionOf(buyer)).toMatchObject({
    provider: 'verotel',
    provider_reference: `verotel:sale-${buyer.sale.id}`,
  })
  expect(await paymentsOf(shop.app, buyer.order)).toMatchObject([
    { kind: 'initial', amount: 2995, processor: 'verotel' },
  ])
  expect(await mailsOf(buyer)).toEqual(['receipt'])
})

test('a pack is paid for once, and gives its credits', async () => {
  const buyer = await buys('wivesnow', 'wn-20')
  expect(buyer.sale).toMatchObject({ price: '9.90', currency: 'EUR', isSubscription: false })
  expect([await balance(buyer), await stateOf(buyer), await subscriptionOf(buyer)]).toEqual([
    20,
    'paid',
    undefined,
  ])
})

test('a brand without a shop there charges by the gateway', async () => {
  const elsewhere =
    brands.find(
      ({ id, billing }) => billing.model === 'subscription' && !Object.hasOwn(shops, id),
    ) ?? expect.fail('no such brand')
  const [product] = productsOf(elsewhere.billing)
  const member = await joins(shop.app, { brand: elsewhere.id, username: 'Elsewhere' })
  expect(await startsOrder(member, product?.keyword ?? '')).toMatchObject({ checkout: null })
})

test('a free day is not sold by a processor whose trials last two days at least', async () => {
  const member = await joins(shop.app, { brand: 'truebootycall', username: 'Dayvisitor' })
  await expect(startsOrder(member, 'trial')).rejects.toMatchObject({ code: 'invalid' })
  expect((await buys('truebootycall', 'tb-month')).sale).toMatchObject({
    price: '19.95',
    currency: 'USD',
    isSubscription: true,
  })
})

test('an operator asks how a sale stands, and is told nothing of the buyer', async () => {
  const buyer = await buys()
  const { db, settings } = shop.app.services
  const told = [
    'response: FOUND',
    `saleID: ${buyer.sale.id}`,
    'saleResult: APPROVED',
    'priceAmount: 29.95',
  ]
  expect(await saleStatusOf(db, settings, buyer.order)).toEqual(told)
  expect(await saleStatusOf(db, settings, 999_999_999)).toBeNull()
})

describe('a renewal', () => {
  test('adds its period, with a receipt', async () => {
    const buyer = await buys()
    shop.app.clock.advance(30 * DAY)
    rebill(buyer)
    expect(await shop.deliver()).toEqual([[200, 'OK']])
    expect([await premiumDays(buyer), await mailsOf(buyer)]).toEqual([
      30,
      ['receipt', 'renewalReceipt'],
    ])
  })

  test('that comes late still adds its period, from then on', async () => {
    const buyer = await buys()
    shop.app.clock.advance(41 * DAY)
    rebill(buyer)
    await shop.deliver()
    expect(await premiumDays(buyer)).toBe(30)
  })

  test('of another amount gives nothing, and waits for an operator', async () => {
    const buyer = await buys()
    shop.report('rebill', buyer.sale, { transaction: nextTransaction(), price: '1.00' })
    expect(await shop.deliver()).toEqual([[200, 'OK']])
    expect(await premiumDays(buyer)).toBe(30)
    expect(shop.app.logged.at(-1)).toContain('wrongAmount')
  })

  test('that Verotel gave up ends the membership, tells the member, and cancels nothing more', async () => {
    const buyer = await buys()
    shop.app.clock.advance(20 * DAY)
    await userOf(buyer)
    shop.app.clock.advance(17 * DAY)
    shop.report('expiry', buyer.sale)
    const asked = shop.asked.length
    expect(await shop.deliver()).toEqual([[200, 'OK']])
    await work(cancellationJob)
    expect([
      (await userOf(buyer))?.membership,
      await mailsOf(buyer),
      shop.asked.length - asked,
    ]).toEqual(['standard', ['receipt', 'renewalEnded'], 0])
    const { contracts } = await buyer.member.calls(listContracts)
    expect(contracts).toMatchObject([{ renewal: null }])
  })

  test('is cheaper after Verotel’s support lowered it, and never dearer', async () => {
    const buyer = await buys()
    shop.report('downgrade', buyer.sale, { price: '40.00' })
    shop.report('downgrade', buyer.sale, { price: '19.95' })
    shop.report('rebill', buyer.sale, { transaction: nextTransaction(), price: '19.95' })
    expect(await shop.deliver()).toEqual([
      [200, 'OK'],
      [200, 'OK'],
      [200, 'OK'],
    ])
    expect(await premiumDays(buyer)).toBe(60)
  })

  test('moves when the subscription is extended, once', async () => {
    const buyer = await buys()
    const until = new Date(shop.app.clock.now().getTime() + 40 * DAY).toISOString().slice(0, 10)
    const postback = shop.report('extend', buyer.sale, { next: until })
    await shop.deliver()
    await shop.send(postback)
    expect(await premiumDays(buyer)).toBe(
      (new Date(`${until}T24:00:00Z`).getTime() - shop.app.clock.now().getTime()) / DAY,
    )
    expect((await subscriptionOf(buyer))?.paid_until).toEqual(new Date(`${until}T24:00:00Z`))
  })
})

describe('a cancellation', () => {
  const cancels = async (buyer: Buyer) => {
    await buyer.member.calls(cancelRenewal, { body: { order: buyer.order } })
    await work(cancellationJob)
  }

  test('of a member reaches the Control Center, and leaves the time that is paid for', async () => {
    const buyer = await buys()
    await cancels(buyer)
    expect(shop.asked.at(-1)).toBe(`/api/sale/${buyer.sale.id}/cancel`)
    expect(await shop.deliver()).toEqual([[200, 'OK']])
    expect(await subscriptionOf(buyer)).toMatchObject({
      cancel_confirmed_at: expect.any(Date) as Date,
      ended_at: null,
    })
    shop.app.clock.advance(30 * DAY)
    shop.report('expiry', buyer.sale)
    await shop.deliver()
    expect(await mailsOf(buyer)).not.toContain('renewalEnded')
  })

  test.each<[string, () => Response | Promise<Response>]>([
    ['is down', () => new Response('Service Unavailable', { status: 503 })],
    [
      'answers HTML',
      () => new Response('<html>Maintenance</html>', { headers: { 'Content-Type': 'text/html' } }),
    ],
    [
      'refuses the password',
      () => Response.json({ error: { title: 'Unauthorized' } }, { status: 401 }),
    ],
  ])('is sent again after five minutes where the Control Center %s', async (_, instead) => {
    const buyer = await buys()
    shop.insteadOfControlCenter(instead)
    await cancels(buyer)
    await work(cancellationJob)
    expect((await subscriptionOf(buyer))?.cancel_confirmed_at).toBeNull()
    shop.insteadOfControlCenter(null)
    shop.app.clock.advance(6 * MINUTE)
    await work(cancellationJob)
    expect((await subscriptionOf(buyer))?.cancel_confirmed_at).toEqual(shop.app.clock.now())
    expect(shop.asked.filter((path) => path.includes(`/${buyer.sale.id}/`))).toHaveLength(2)
  })

  test('by Verotel’s support is taken over, and taken back', async () => {
    const buyer = await buys()
    shop.report('cancel', buyer.sale)
    await shop.deliver()
    expect((await subscriptionOf(buyer))?.cancelled_at).toEqual(shop.app.clock.now())
    shop.report('uncancel', buyer.sale)
    await shop.deliver()
    expect(await subscriptionOf(buyer)).toMatchObject({
      cancelled_at: null,
      cancel_asked_at: null,
      ended_at: null,
    })
    const { contracts } = await buyer.member.calls(listContracts)
    expect(contracts).toMatchObject([{ renewal: expect.anything() as object }])
  })
})

describe('a refund', () => {
  const withdraws = async ({ member, order }: Buyer, shortName: string) => {
    const email = `${member.username.toLowerCase()}@example.org`
    await shop.app
      .visitor('adultcrush', { ip: `192.0.2.${nextTransaction() % 250}` })
      .calls(withdraw, { body: { name: 'Alice Example', order: `${shortName}-${order}`, email } })
    await work(declarationJob)
    await work(refundJob)
  }
  const refundOf = ({ order }: Buyer) =>
    shop.app.db.selectFrom('refunds').selectAll().where('order_id', '=', order).executeTakeFirst()

  test('after a withdrawal names the transaction and what was not used, and is confirmed once', async () => {
    const buyer = await buys()
    shop.app.clock.advance(10 * DAY)
    await withdraws(buyer, 'AC')
    expect(shop.asked).toContain(`/api/transaction/${buyer.sale.transaction}/refund amount=19.97`)
    expect(await refundOf(buyer)).toMatchObject({
      amount: 1997,
      confirmed_at: expect.any(Date) as Date,
    })
    await work(cancellationJob)
    expect((await shop.deliver()).every(([, body]) => body === 'OK')).toBe(true)
    expect([await stateOf(buyer), (await userOf(buyer))?.isPremium]).toEqual(['refunded', false])
  })

  test.each<[string, () => Response | Promise<Response>]>([
    ['is down', () => new Response('Bad gateway', { status: 502 })],
    ['answers HTML', () => new Response('<html>Maintenance</html>')],
  ])('is asked for again where the Control Center %s', async (_, instead) => {
    const buyer = await buys()
    shop.insteadOfControlCenter(instead)
    await withdraws(buyer, 'AC')
    expect((await refundOf(buyer))?.confirmed_at).toBeNull()
    shop.insteadOfControlCenter(null)
    shop.app.clock.advance(6 * MINUTE)
    await work(refundJob)
    expect((await refundOf(buyer))?.confirmed_at).toEqual(shop.app.clock.now())
  })

  test('of a part by support is asked for once, whose postback counts once, whatever the answer was', async () => {
    const buyer = await buys()
    const Sue = await worksAs(shop.app, `Sue${nextTransaction()}`, { roles: ['support'] })
    const [charge] = await paymentsOf(shop.app, buyer.order)
    await Sue.calls(actOnMember, {
      body: {
        ...{ accountId: buyer.member.id, act: 'refund', reason: 'A fault', sum: '10' },
        payment: charge?.id,
      },
    })
    shop.insteadOfControlCenter(() => new Response('Bad gateway', { status: 502 }))
    const before = shop.asked.length
    await work(refundJob)
    shop.app.clock.advance(6 * MINUTE)
    await work(refundJob)
    expect(shop.asked.slice(before)).toEqual([
      `/api/transaction/${buyer.sale.transaction}/refund amount=10.00`,
    ])
    const postback = shop.report('credit', buyer.sale, {
      parent: String(buyer.sale.transaction),
      transaction: nextTransaction(),
      price: '10.00',
    })
    expect([await shop.send(postback), await shop.send(postback)]).toEqual([
      [200, 'OK'],
      [200, 'OK'],
    ])
    expect(await refundOf(buyer)).toMatchObject({
      amount: 1000,
      confirmed_at: expect.any(Date) as Date,
    })
    expect([await stateOf(buyer), (await userOf(buyer))?.isPremium]).toEqual(['paid', true])
  })

  test('by Verotel takes back the credits that are left', async () => {
    const buyer = await buys('wivesnow', 'wn-20')
    const postback = shop.report('purchaseCredit', buyer.sale, {
      parent: buyer.sale.transaction,
      transaction: nextTransaction(),
    })
    expect([await shop.send(postback), await shop.send(postback)]).toEqual([
      [200, 'OK'],
      [200, 'OK'],
    ])
    expect([await balance(buyer), await stateOf(buyer)]).toEqual([0, 'refunded'])
  })
})

test('a chargeback takes the membership back, and holds the account for review', async () => {
  const buyer = await buys()
  shop.report('chargeback', buyer.sale, {
    parent: buyer.sale.transaction,
    transaction: nextTransaction(),
  })
  shop.report('expiry', buyer.sale)
  expect(await shop.deliver()).toEqual([
    [200, 'OK'],
    [200, 'OK'],
  ])
  expect([(await userOf(buyer))?.isPremium, await stateOf(buyer)]).toEqual([false, 'chargedBack'])
  await expect(startsOrder(buyer.member, 'ac-month')).rejects.toThrow(CallError)
})
