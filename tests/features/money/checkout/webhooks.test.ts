import { describe, expect, test } from 'vitest'
import { DAY, later, MINUTE } from '#lib/clock.ts'
import { getBillingData } from '#money/checkout/orders.contract.ts'
import { balanceOf, spendCredits } from '#money/credits/credits.sql.ts'
import { openEvents } from '#money/orders/webhook-events.sql.ts'
import { accountOf, app, startApp, withApp } from '#tests/support/app.ts'
import { type CastMember, joins, parametersFor } from '#tests/support/cast.ts'
import {
  eventOf,
  gatewaySettings,
  type Report,
  reports,
  startsOrder,
} from '#tests/support/gateway.ts'

/** assurance 28. */

withApp(gatewaySettings)

let people = 0
/** A new member with an order; on adultcrush a month, on wivesnow a book of 20. */
async function orders(brand: 'adultcrush' | 'wivesnow') {
  const member = await joins(app, { brand, username: `Buyer${(people += 1)}` })
  const keyword = brand === 'adultcrush' ? 'ac-month' : 'wn-20'
  const { order } = await startsOrder(member, keyword)
  return {
    member,
    order,
    price: brand === 'adultcrush' ? {} : { amount: 990, currency: 'EUR', subscription: null },
  }
}

const says = (report: Report) => reports(app, eventOf(app, report))
const userOf = async (member: CastMember) => (await parametersFor(member)).userInfo
const stateOf = async (member: CastMember, order: number) =>
  (await member.calls(getBillingData, { query: { order } })).order?.state
const balance = (member: CastMember) => balanceOf(app.db, member.id, app.clock.now())

async function premiumDays(member: CastMember): Promise<number> {
  const { premium_until: until } = await accountOf(app, member)
  return until === null ? 0 : (until.getTime() - app.clock.now().getTime()) / DAY
}

describe('a webhook is refused', () => {
  test.each<[string, Parameters<typeof reports>[2]]>([
    ['with another secret', { secret: 'not the secret of these two' }],
    ['with no signature', { headers: { 'X-Webhook-Signature': '' } }],
    ['with a time that is none', { headers: { 'X-Webhook-Timestamp': 'yesterday' } }],
    ['with a body that was changed', { body: '{"id":"evt_x"}' }],
    ['with a signature for another time', { headers: { 'X-Webhook-Timestamp': '1795176001' } }],
  ])('%s', async (_, sending) => {
    const { member, order } = await orders('adultcrush')
    const answer = await reports(app, eventOf(app, { order }), sending)
    expect([answer.status, await stateOf(member, order)]).toEqual([403, 'open'])
  })

  test('when it is older than five minutes, or from the future', async () => {
    const { member, order } = await orders('adultcrush')
    const sent = (by: number) =>
      reports(app, eventOf(app, { order }), { sentAt: later(app.clock.now(), by) })
    expect((await sent(-5 * MINUTE - 1000)).status).toBe(403)
    expect((await sent(6 * MINUTE)).status).toBe(403)
    expect(await stateOf(member, order)).toBe('open')
    expect((await sent(-4 * MINUTE)).status).toBe(200)
    expect(await stateOf(member, order)).toBe('paid')
  })

  test('from a browser of ours, whose session is no signature', async () => {
    const { member, order } = await orders('adultcrush')
    expect((await member.posts('/webhook/gateway', eventOf(app, { order }))).status).toBe(403)
    expect(await stateOf(member, order)).toBe('open')
  })

  test('when it tells of what is still to come', async () => {
    const { member, order } = await orders('adultcrush')
    const dated = (by: number) =>
      says({ order, occurredAt: later(app.clock.now(), by).toISOString() })
    expect([
      (await dated(3 * 365 * DAY)).status,
      (await dated(6 * MINUTE)).status,
      await stateOf(member, order),
    ]).toEqual([422, 422, 'open'])
    expect([(await dated(4 * MINUTE)).status, await stateOf(member, order)]).toEqual([200, 'paid'])
  })

  test('when it says nothing that could be understood', async () => {
    expect((await says({ order: 1, currency: 'dollars' })).status).toBe(422)
  })

  test('where no gateway is set, with whatever secret', async () => {
    const bare = await startApp()
    expect((await reports(bare, eventOf(bare, { order: 1 }), { secret: '' })).status).toBe(403)
    expect((await reports(bare, eventOf(bare, { order: 1 }), { secret: 'undefined' })).status).toBe(
      403,
    )
    await bare.close()
  })
})

describe('a payment', () => {
  test('makes a member premium for the days of the plan', async () => {
    const { member, order } = await orders('adultcrush')
    expect((await says({ order })).status).toBe(200)
    expect(await userOf(member)).toMatchObject({
      membership: 'premium',
      isPremium: true,
      neverUpgraded: false,
    })
    expect(await premiumDays(member)).toBe(30)
    expect(await stateOf(member, order)).toBe('paid')
  })

  test('gives the credits of a pack once in 50 parallel duplicates', async () => {
    const { member, order, price } = await orders('wivesnow')
    const event = eventOf(app, { order, ...price })
    const answers = await Promise.all(Array.from({ length: 50 }, () => reports(app, event)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await balance(member)).toBe(20)
    expect(await userOf(member)).toMatchObject({
      isPremium: true,
      neverUpgraded: false,
      hasInsufficientCreditsFlag: false,
    })
  })

  test('counts once when it is reported under two ids, and when it is repeated later', async () => {
    const { member, order } = await orders('adultcrush')
    const event = eventOf(app, { order })
    await Promise.all([reports(app, event), says({ order }), says({ order })])
    app.clock.advance(DAY)
    await reports(app, event)
    expect(await premiumDays(member)).toBe(29)
  })

  test('of another amount or currency than ordered changes nothing, and is logged', async () => {
    const { member, order } = await orders('adultcrush')
    for (const wrong of [{ amount: 1 }, { amount: 2994 }, { currency: 'JPY' }]) {
      expect((await says({ order, ...wrong })).status).toBe(200)
    }
    expect([await premiumDays(member), await stateOf(member, order)]).toEqual([0, 'open'])
    expect(
      app.logged.some(
        (line) => line.includes('"outcome":"wrongAmount"') && line.includes(`"order":${order}`),
      ),
    ).toBe(true)
  })

  test('whose name is that of another order’s payment is kept for an operator, and asked for no more', async () => {
    const [first, second, third] = [
      await orders('adultcrush'),
      await orders('adultcrush'),
      await orders('adultcrush'),
    ]
    const events = [first, second].map(({ order }) =>
      eventOf(app, { order, reference: 'pay_twice' }),
    )
    const answers = await Promise.all(events.map((event) => reports(app, event)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(
      (await Promise.all([first, second].map(({ member }) => premiumDays(member)))).toSorted(),
    ).toEqual([0, 30])
    const winner = (await premiumDays(first.member)) === 30 ? first : second
    // Nor is somebody else's subscription anybody's to renew or to end.
    for (const type of ['subscription.renewed', 'subscription.cancelled', 'payment.refunded']) {
      expect(
        (
          await says({
            order: third.order,
            type,
            subscription: `sub_${winner.order}`,
            reference: `pay_${type}`,
          })
        ).status,
      ).toBe(200)
    }
    expect([await premiumDays(winner.member), await premiumDays(third.member)]).toEqual([30, 0])
    const kept = await openEvents(app.db, 10)
    expect(kept.filter(({ event }) => event.reference === 'pay_twice')).toMatchObject([
      { outcome: 'otherOrder', receivedAt: app.clock.now() },
    ])
    expect(
      app.logged.some(
        (line) => line.includes('"outcome":"otherOrder"') && line.includes('"level":40'),
      ),
    ).toBe(true)
  })

  test('of an order that nobody made is kept and changes nothing', async () => {
    const event = eventOf(app, { order: 999_999_999 })
    expect((await reports(app, event)).status).toBe(200)
    const kept = await app.db
      .selectFrom('webhook_events')
      .selectAll()
      .where('event_id', '=', event.id)
      .executeTakeFirstOrThrow()
    expect(kept).toMatchObject({
      type: 'payment.approved',
      applied_at: null,
      outcome: 'unknownOrder',
    })
  })

  test('that was declined leaves the order to another card', async () => {
    const { member, order } = await orders('adultcrush')
    await says({ order, type: 'payment.declined' })
    expect([await stateOf(member, order), await premiumDays(member)]).toEqual(['failed', 0])
    await says({ order })
    await says({ order, type: 'payment.declined' })
    expect([await stateOf(member, order), await premiumDays(member)]).toEqual(['paid', 30])
  })
})

describe('a refund', () => {
  test('takes back what is left of the credits, and never more', async () => {
    const { member, order, price } = await orders('wivesnow')
    await says({ order, ...price })
    const at = app.clock.now()
    await app.transaction((trx) =>
      spendCredits(trx, member.id, { credits: 7, reason: 'message', reference: null, at }),
    )
    const event = eventOf(app, { order, ...price, type: 'payment.refunded' })
    await Promise.all([
      reports(app, event),
      reports(app, event),
      says({ order, ...price, type: 'payment.refunded' }),
    ])
    expect([await balance(member), await stateOf(member, order)]).toEqual([0, 'refunded'])
  })

  test('takes back the days that are not used up', async () => {
    const { member, order } = await orders('adultcrush')
    await says({ order })
    app.clock.advance(10 * DAY)
    await says({ order, type: 'payment.refunded' })
    expect(await premiumDays(member)).toBe(0)
    expect(await userOf(member)).toMatchObject({ membership: 'standard', isExPremium: true })
  })

  test('that overtakes its payment leaves nothing of either', async () => {
    const plan = await orders('adultcrush')
    const pack = await orders('wivesnow')
    for (const { order, price } of [plan, pack]) {
      await says({ order, ...price, type: 'payment.refunded' })
      await says({ order, ...price })
    }
    expect([await premiumDays(plan.member), await balance(pack.member)]).toEqual([0, 0])
    expect(await stateOf(plan.member, plan.order)).toBe('refunded')
  })
})

describe('two plans, one after the other', () => {
  /** Buys a month, then a year, which is to follow it. */
  async function stacks() {
    const { member, order: month } = await orders('adultcrush')
    await says({ order: month })
    const { order: year } = await startsOrder(member, 'ac-year')
    const { amount } = await app.db
      .selectFrom('orders')
      .select('amount')
      .where('id', '=', year)
      .executeTakeFirstOrThrow()
    await says({ order: year, amount })
    return { member, month, year, amount }
  }
  const periodOf = async (order: number) => {
    const at = app.clock.now().getTime()
    const row = await app.db
      .selectFrom('subscriptions')
      .selectAll()
      .where('order_id', '=', order)
      .executeTakeFirstOrThrow()
    return [row.started_at, row.period_from, row.paid_until, row.remind_at].map(
      (date) => date && (date.getTime() - at) / DAY,
    )
  }

  test('a refund of the first brings the second forward, whole', async () => {
    const { member, month, year } = await stacks()
    expect([await premiumDays(member), await periodOf(year)]).toEqual([395, [30, 30, 395, 374]])
    app.clock.advance(10 * DAY)
    await Promise.all([
      says({ order: month, type: 'payment.refunded' }),
      says({ order: month, type: 'payment.refunded' }),
    ])
    expect([await premiumDays(member), await periodOf(year)]).toEqual([365, [0, 0, 365, 344]])
  })

  test('a refund of the second leaves the first as it is', async () => {
    const { member, month, year, amount } = await stacks()
    app.clock.advance(10 * DAY)
    await says({ order: year, amount, type: 'payment.refunded' })
    expect([await premiumDays(member), await periodOf(month)]).toEqual([20, [-10, -10, 20, null]])
  })

  test('a refund of both, in either order, leaves nothing', async () => {
    for (const isFirstFirst of [true, false]) {
      const { member, month, year, amount } = await stacks()
      const refunds = [
        { order: month, type: 'payment.refunded' },
        { order: year, amount, type: 'payment.refunded' },
      ]
      for (const refund of isFirstFirst ? refunds : refunds.toReversed()) await says(refund)
      expect(await premiumDays(member)).toBe(0)
    }
  })

  test('a chargeback of the first brings the second forward as well', async () => {
    const { member, month, year } = await stacks()
    await says({ order: month, type: 'payment.chargedBack' })
    expect([await premiumDays(member), await periodOf(year)]).toEqual([365, [0, 0, 365, 344]])
  })

  test('a refund takes none of the other plan’s time where their periods alternate', async () => {
    const { member, month } = await stacks()
    await says({ order: month, type: 'subscription.renewed', reference: `pay_${month}_2` })
    expect(await premiumDays(member)).toBe(425)
    await says({ order: month, type: 'payment.refunded' })
    expect(await premiumDays(member)).toBe(395)
  })
})

describe('a subscription', () => {
  test('adds its days with each renewal, in whatever order they are reported', async () => {
    const { member, order } = await orders('adultcrush')
    const renewal = eventOf(app, { order, type: 'subscription.renewed', reference: 'pay_renewal' })
    await reports(app, renewal)
    await says({ order })
    await reports(app, renewal)
    expect(await premiumDays(member)).toBe(60)
  })

  test('that is cancelled keeps what is paid for', async () => {
    const { member, order } = await orders('adultcrush')
    await says({ order, type: 'subscription.cancelled' })
    await says({ order })
    expect(await premiumDays(member)).toBe(30)
    const row = await app.db
      .selectFrom('subscriptions')
      .selectAll()
      .where('provider_reference', '=', `sub_${order}`)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      account_id: member.id,
      plan: 'ac-month',
      cancelled_at: app.clock.now(),
      ended_at: null,
    })
  })
})
