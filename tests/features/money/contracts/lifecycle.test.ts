import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CallError } from '#api/client.ts'
import { DAY, MINUTE } from '#lib/clock.ts'
import { getBillingData } from '#money/checkout/orders.contract.ts'
import { cancellationJob } from '#money/contracts/cancel.server.ts'
import { dunningJob } from '#money/contracts/dunning/dunning.server.ts'
import { steps } from '#money/contracts/dunning/dunning.ts'
import { balanceOf } from '#money/credits/credits.sql.ts'
import { runJob } from '#tests/support/app.ts'
import { type CastMember, joins, parametersFor } from '#tests/support/cast.ts'
import { eventOf, paymentsOf, reports, startsOrder } from '#tests/support/gateway.ts'
import { paysAt, type Shop, startShop } from '#tests/support/sandbox.ts'

/**
 * Field B4 and B5: from a free day to a chargeback, through the gateway's form, desk and webhooks
 * over HTTP.
 */

let isGatewayAway = false
let cancellations = 0
let shop: Shop
beforeAll(async () => {
  shop = await startShop({}, (request) => {
    if (request.url.endsWith('/cancelSubscription')) cancellations += 1
    return isGatewayAway && request.url.endsWith('/retryPayment')
      ? new Response('<script>alert(1)</script>', { status: 502 })
      : null
  })
})
afterAll(() => shop.close())

let people = 0
let lastBuyer: Buyer | undefined
type Buyer = { member: CastMember; order: number; payment: string; subscription: string | null }

/** Orders, opens the gateway's form and pays with its approved card. */
async function buys(brand: string, keyword: string): Promise<Buyer> {
  const { member, order } = await paysAt(shop, brand, keyword, `Payer${(people += 1)}`)
  await vi.waitFor(async () => expect(await stateOf({ member, order })).toBe('paid'))
  const row = await shop.app.db
    .selectFrom('orders')
    .select('gateway_reference as payment')
    .where('id', '=', order)
    .executeTakeFirstOrThrow()
  const held = await subscriptionOf(order)
  lastBuyer = {
    member,
    order,
    payment: row.payment ?? '',
    subscription: held?.provider_reference ?? null,
  }
  return lastBuyer
}

const stateOf = async ({ member, order }: Pick<Buyer, 'member' | 'order'>) =>
  (await member.calls(getBillingData, { query: { order } })).order?.state
const subscriptionOf = (order: number) =>
  shop.app.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('order_id', '=', order)
    .executeTakeFirst()
const parametersOf = ({ member }: Pick<Buyer, 'member'>) => parametersFor(member)
const userOf = async (buyer: Buyer) =>
  (await parametersOf(buyer)).userInfo ?? expect.fail('signed out')
const work = () => runJob(shop.app, dunningJob)
const mailsOf = async ({ member }: Buyer) => {
  const rows = await shop.app.db
    .selectFrom('mails')
    .select('kind')
    .where('account_id', '=', member.id)
    .orderBy('id')
    .execute()
  return rows
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith('renewal') || kind === 'receipt')
}
const dunningOf = async ({ order }: Buyer) => {
  const { id } = (await subscriptionOf(order)) ?? { id: 0 }
  return shop.app.db.selectFrom('dunnings').selectAll().where('subscription_id', '=', id).execute()
}
async function premiumDays({ member }: Buyer): Promise<number> {
  const { db } = shop.app.services
  const { premium_until: until } = await db
    .selectFrom('accounts')
    .select('premium_until')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow()
  return until === null ? 0 : Math.round((until.getTime() - shop.app.clock.now().getTime()) / DAY)
}
/**
 * A day at a time, as it passes, with the job after each; the member visits now and then, and stays
 * signed in.
 */
async function days(count: number, job: () => Promise<void> = work): Promise<void> {
  for (let day = 0; day < count; day += 1) {
    await shop.days(1)
    await job()
    if (lastBuyer && day % 7 === 0) await parametersOf(lastBuyer)
  }
}

test('trial, charge, decline, grace, recovered, chargeback', async () => {
  const buyer = await buys('truebootycall', 'trial')
  expect([await premiumDays(buyer), (await userOf(buyer)).isPremium]).toEqual([1, true])
  await days(1)
  expect([
    await premiumDays(buyer),
    (await paymentsOf(shop.app, buyer.order)).map(({ kind, amount }) => [kind, amount]),
  ]).toEqual([
    30,
    [
      ['trial', 0],
      ['renewal', 1995],
    ],
  ])

  // The bank declines the renewal, and the first retry.
  await shop.desk('decline', { reference: buyer.payment, reason: 'insufficientFunds', times: 2 })
  await days(30)
  expect([await premiumDays(buyer), (await userOf(buyer)).isPremium]).toEqual([7, true])
  expect(await mailsOf(buyer)).toEqual(['receipt', 'renewalReceipt', 'renewalDeclined'])
  await days(3)
  expect(await dunningOf(buyer)).toMatchObject([
    { step: 2, reason: 'insufficientFunds', closed_at: null },
  ])
  await days(3)
  expect([await premiumDays(buyer), await stateOf(buyer)]).toEqual([30, 'paid'])
  expect(await dunningOf(buyer)).toMatchObject([
    { outcome: 'recovered', closed_at: shop.app.clock.now() },
  ])
  expect(await mailsOf(buyer)).toEqual([
    'receipt',
    'renewalReceipt',
    'renewalDeclined',
    'renewalReceipt',
  ])

  const last = (await paymentsOf(shop.app, buyer.order)).at(-1)
  await shop.desk('chargeback', { reference: last?.reference ?? '', days: 4 })
  await days(5)
  expect([
    (await premiumDays(buyer)) <= 0,
    await stateOf(buyer),
    (await userOf(buyer)).isPremium,
  ]).toEqual([true, 'chargedBack', false])
  expect(await subscriptionOf(buyer.order)).toMatchObject({
    ended_at: expect.any(Date) as Date,
    cancelled_at: expect.any(Date) as Date,
  })
  await expect(startsOrder(buyer.member, 'tb-month')).rejects.toThrow(CallError)
  await days(40)
  expect((await mailsOf(buyer)).length).toBe(4)
})

test('a renewal that never goes through ends after the table’s last step; each step is taken once', async () => {
  const buyer = await buys('adultcrush', 'ac-month')
  await shop.desk('decline', { reference: buyer.payment, reason: 'expiredCard', times: 9 })
  await days(30)
  const seen: string[][] = []
  for (const { day } of steps.slice(1)) {
    while (
      (await dunningOf(buyer))[0]?.closed_at === null &&
      daysSince((await dunningOf(buyer))[0]?.opened_at) < day
    )
      await days(1)
    await Promise.all([work(), work()])
    seen.push(await mailsOf(buyer))
  }
  expect(seen.at(-1)).toEqual(['receipt', 'renewalDeclined', 'renewalGraceOver', 'renewalEnded'])
  expect(await dunningOf(buyer)).toMatchObject([{ outcome: 'ended' }])
  expect(await subscriptionOf(buyer.order)).toMatchObject({
    ended_at: expect.any(Date) as Date,
    cancel_asked_at: expect.any(Date) as Date,
  })
  expect((await userOf(buyer)).membership).toBe('standard')
  const declines = await shop.app.db
    .selectFrom('webhook_events')
    .select('event_id')
    .where('type', '=', 'subscription.declined')
    .where('payload', '@>', JSON.stringify({ order: buyer.order }) as never)
    .execute()
  expect(declines).toHaveLength(4)
})

const daysSince = (at: Date | undefined) =>
  at ? Math.round((shop.app.clock.now().getTime() - at.getTime()) / DAY) : 0

test('a retry is asked for again while the gateway answers nothing of use, with the same key, and charges once', async () => {
  const buyer = await buys('adultcrush', 'ac-month')
  await shop.desk('decline', { reference: buyer.payment, reason: 'insufficientFunds', times: 1 })
  await days(30)
  isGatewayAway = true
  await days(3)
  expect(await dunningOf(buyer)).toMatchObject([{ step: 1, closed_at: null }])
  await work()
  isGatewayAway = false
  shop.app.clock.advance(6 * MINUTE)
  await work()
  await vi.waitFor(async () =>
    expect(await dunningOf(buyer)).toMatchObject([{ outcome: 'recovered' }]),
  )
  expect(await premiumDays(buyer)).toBe(30)
})

test('a card that was reported stolen is not charged again', async () => {
  const buyer = await buys('adultcrush', 'ac-month')
  await shop.desk('decline', { reference: buyer.payment, reason: 'stolenCard', times: 1 })
  await days(30)
  await days(15)
  expect(await dunningOf(buyer)).toMatchObject([{ outcome: 'ended' }])
  expect(await mailsOf(buyer)).toEqual([
    'receipt',
    'renewalDeclined',
    'renewalGraceOver',
    'renewalEnded',
  ])
})

test('who cancels meanwhile is neither charged nor written to any more', async () => {
  const buyer = await buys('adultcrush', 'ac-month')
  await shop.desk('decline', { reference: buyer.payment, reason: 'insufficientFunds', times: 1 })
  await days(30)
  await shop.desk('cancel', { subscription: buyer.subscription ?? '' })
  await days(16)
  expect(await dunningOf(buyer)).toMatchObject([{ outcome: 'cancelled' }])
  expect(await mailsOf(buyer)).toEqual(['receipt', 'renewalDeclined'])
})

describe('reports that come', () => {
  test('twice and in reverse order leave what they would leave in order', async () => {
    const buyer = await buys('adultcrush', 'ac-month')
    await shop.desk('decline', { reference: buyer.payment, reason: 'insufficientFunds', times: 1 })
    await shop.desk('hold')
    await days(30, async () => undefined)
    await shop.desk('renew', { reference: buyer.payment })
    await shop.desk('release', { order: 'reversed' })
    await work()
    expect(await premiumDays(buyer)).toBe(30)
    expect(await dunningOf(buyer)).toEqual([])
    const { event_id: event } = await shop.app.db
      .selectFrom('webhook_events')
      .select('event_id')
      .where('type', '=', 'subscription.renewed')
      .where('payload', '@>', JSON.stringify({ order: buyer.order }) as never)
      .executeTakeFirstOrThrow()
    await shop.desk('replay', { event })
    expect(await premiumDays(buyer)).toBe(30)
  })

  test('as a chargeback before its renewal grant nothing', async () => {
    const buyer = await buys('adultcrush', 'ac-month')
    await shop.desk('hold')
    await days(30, async () => undefined)
    const charged = (await (await shop.ask('/')).text())
      .match(/name="reference" value="(pay_[^"]+)"/g)
      ?.at(-1)
    const [, reference = ''] = /value="(pay_[^"]+)"/.exec(charged ?? '') ?? []
    expect(reference).not.toBe(buyer.payment)
    await shop.desk('chargeback', { reference, days: 0 })
    await shop.desk('release', { order: 'reversed' })
    expect([(await premiumDays(buyer)) <= 0, await stateOf(buyer)]).toEqual([true, 'chargedBack'])
  })
})

describe('a refund at the gateway’s desk', () => {
  const cancel = () => runJob(shop.app, cancellationJob)

  test('ends the renewal there as well, which is asked for once', async () => {
    const buyer = await buys('adultcrush', 'ac-month')
    await cancel()
    cancellations = 0
    await shop.desk('refund', { reference: buyer.payment })
    expect([await stateOf(buyer), await premiumDays(buyer)]).toEqual(['refunded', 0])
    await Promise.all([cancel(), cancel()])
    await cancel()
    expect([cancellations, (await subscriptionOf(buyer.order))?.cancel_confirmed_at]).toEqual([
      1,
      shop.app.clock.now(),
    ])
    await days(31)
    expect([(await premiumDays(buyer)) <= 0, await mailsOf(buyer)]).toEqual([true, ['receipt']])
  })

  test('ends it also where it is reported before the payment', async () => {
    const member = await joins(shop.app, { brand: 'adultcrush', username: `Payer${(people += 1)}` })
    const { order } = await startsOrder(member, 'ac-month')
    const reported = (type: string) =>
      eventOf(shop.app, { order, type, subscription: `sub_early_${order}` })
    cancellations = 0
    for (const type of ['payment.refunded', 'payment.approved'])
      await reports(shop.app, reported(type))
    await cancel()
    const held = await shop.app.db
      .selectFrom('subscriptions')
      .selectAll()
      .where('order_id', '=', order)
      .executeTakeFirst()
    expect([cancellations, held?.cancel_confirmed_at, await stateOf({ member, order })]).toEqual([
      1,
      shop.app.clock.now(),
      'refunded',
    ])
  })
})

test('a chargeback of a pack takes what is left of its credits and puts the account under review', async () => {
  const buyer = await buys('wivesnow', 'wn-20')
  await shop.desk('chargeback', { reference: buyer.payment, days: 0 })
  const { db } = shop.app.services
  expect([
    await balanceOf(db, buyer.member.id, shop.app.clock.now()),
    await stateOf(buyer),
  ]).toEqual([0, 'chargedBack'])
  const billing = await buyer.member.calls(getBillingData, { query: {} })
  expect(billing.userInfo.isSemiBlocked).toBe(true)
})
