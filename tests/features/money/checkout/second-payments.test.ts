import { expect, test } from 'vitest'
import { DAY } from '#lib/clock.ts'
import { getBillingData } from '#money/checkout/orders.contract.ts'
import { refundJob } from '#money/contracts/refunds.server.ts'
import { balanceOf } from '#money/credits/credits.sql.ts'
import { app, runJob, withApp } from '#tests/support/app.ts'
import { type CastMember, joins } from '#tests/support/cast.ts'
import {
  eventOf,
  gatewaySettings,
  type Report,
  reports,
  startsOrder,
} from '#tests/support/gateway.ts'

/** What is taken back takes with it what it was for, and nothing else. */

withApp(gatewaySettings)

let people = 0
async function orders(
  member?: CastMember,
  keyword = 'ac-month',
): Promise<{ member: CastMember; order: number }> {
  const buyer =
    member ?? (await joins(app, { brand: 'adultcrush', username: `Second${(people += 1)}` }))
  const { order } = await startsOrder(buyer, keyword)
  return { member: buyer, order }
}
const says = async (report: Report) =>
  expect((await reports(app, eventOf(app, report))).status).toBe(200)
const stateOf = async (member: CastMember, order: number) =>
  (await member.calls(getBillingData, { query: { order } })).order?.state
const premiumDays = async ({ id }: CastMember) => {
  const { until } = await app.db
    .selectFrom('accounts')
    .select('premium_until as until')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return until === null ? 0 : (until.getTime() - app.clock.now().getTime()) / DAY
}
const periodOf = async (order: number) => {
  const { from, until } = await app.db
    .selectFrom('subscriptions')
    .select(['period_from as from', 'paid_until as until'])
    .where('order_id', '=', order)
    .executeTakeFirstOrThrow()
  return [from ?? expect.fail('no period'), until].map(
    (at) => (at.getTime() - app.clock.now().getTime()) / DAY,
  )
}

test('a chargeback of a second payment leaves the order and its plan, holds the account, and is not paid back once more', async () => {
  const { member, order } = await orders()
  await says({ order })
  await says({ order, reference: `again_${order}`, subscription: `again_sub_${order}` })
  await says({
    order,
    type: 'payment.chargedBack',
    reference: `again_${order}`,
    subscription: `again_sub_${order}`,
  })
  expect([await stateOf(member, order), Math.round(await premiumDays(member))]).toEqual([
    'paid',
    30,
  ])
  expect((await member.calls(getBillingData, { query: {} })).userInfo.isSemiBlocked).toBe(true)
  const refund = await app.db
    .selectFrom('refunds')
    .select('confirmed_at as at')
    .where('order_id', '=', order)
    .executeTakeFirstOrThrow()
  expect(refund.at).toEqual(app.clock.now())
  await runJob(app, refundJob)
  // The first payment is still what the plan stands on.
  await says({
    order,
    type: 'payment.chargedBack',
    reference: `pay_${order}`,
    subscription: `sub_${order}`,
  })
  expect([await stateOf(member, order), await premiumDays(member)]).toEqual(['chargedBack', 0])
})

test('a second payment of credits that is charged back leaves the credits of the first', async () => {
  const member = await joins(app, { brand: 'wivesnow', username: 'Secondpack' })
  const { order } = await startsOrder(member, 'wn-20')
  const pack = { order, amount: 990, currency: 'EUR', subscription: null }
  const creditsOf = () => balanceOf(app.db, member.id, app.clock.now())
  const before = await creditsOf()
  await says(pack)
  await says({ ...pack, reference: `again_${order}` })
  await says({ ...pack, reference: `again_${order}`, type: 'payment.chargedBack' })
  expect([await stateOf(member, order), (await creditsOf()) - before]).toEqual(['paid', 20])
})

test('a renewal that is reported again in other words, twice at once, adds its period once', async () => {
  const { member, order } = await orders()
  await says({ order })
  const renewal = { order, type: 'subscription.renewed', reference: `renewed_${order}` } as const
  await Promise.all([says(renewal), says(renewal), says({ ...renewal, reason: 'again' })])
  expect(Math.round(await premiumDays(member))).toBe(60)
  await says({ ...renewal, reference: `renewed_${order}_2` })
  expect(Math.round(await premiumDays(member))).toBe(90)
})

/**
 * A renewal is declined on day 30, with grace until day 37; two days later the member buys another
 * plan.
 */
async function buysInGrace() {
  const { member, order: first } = await orders()
  const { order: other } = await orders(member, 'ac-quarter')
  await says({ order: first })
  app.clock.advance(30 * DAY)
  await says({ order: first, type: 'subscription.declined', reference: `declined_${first}` })
  app.clock.advance(2 * DAY)
  await says({ order: other, amount: 5985 })
  expect(await periodOf(other)).toEqual([5, 95])
  return { member, first, other }
}

test('a plan that was bought in the grace of another begins earlier when the grace is taken back, and loses nothing', async () => {
  const { member, first, other } = await buysInGrace()
  app.clock.advance(3 * DAY)
  await says({ order: first, type: 'payment.chargedBack', reference: `pay_${first}` })
  expect([await periodOf(other), await premiumDays(member)]).toEqual([[0, 90], 90])
})

test('a plan that was bought in the grace of another, whose renewal then goes through, ends where both are used up', async () => {
  const { member, first, other } = await buysInGrace()
  app.clock.advance(DAY)
  await says({ order: first, type: 'subscription.renewed', reference: `renewed_${first}` })
  const [plan, renewed] = [await periodOf(other), await periodOf(first)]
  expect([plan, renewed, await premiumDays(member)]).toEqual([[-3, 87], [87, 117], 117])
})
