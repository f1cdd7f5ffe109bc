import { beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '#lib/clock.ts'
import { verify } from '#lib/signature.server.ts'
import { getBillingData, getCreditUpgradeData, upgrade } from '#money/checkout/orders.contract.ts'
import { pricesOf } from '#money/prices/offers.ts'
import { codesInFolder, promoCodeOf } from '#money/prices/promo-codes.ts'
import { brandById } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import { app, startApp, withApp } from '#tests/support/app.ts'
import { alice, bob, type CastMember, dan, joins } from '#tests/support/cast.ts'
import { eventOf, gatewaySettings, reports, startsOrder } from '#tests/support/gateway.ts'

withApp(gatewaySettings)
let Alice: CastMember
let Bob: CastMember
beforeAll(async () => {
  Alice = await alice(app)
  Bob = await bob(app)
})

const orders = (member: CastMember, keyword: string, idempotencyKey?: string) =>
  member.calls(
    upgrade,
    { body: { keyword } },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  )
const billingData = (member: CastMember, order?: number) =>
  member.calls(getBillingData, { query: { order } })
const creditData = (member: CastMember) => member.calls(getCreditUpgradeData)

describe('an order', () => {
  test('has the price that the brand’s data says, whatever the browser says', async () => {
    const answer = await Alice.posts('/billing/upgrade', {
      keyword: 'ac-month',
      amount: 1,
      price: { amount: 1, currency: 'USD' },
      currency: 'JPY',
    })
    const { order } = (await answer.json()) as { order: number }
    const { billingMethodSpecific, currency } = await billingData(Alice, order)
    expect(currency).toBe('USD')
    expect(billingMethodSpecific.keyword).toBe('ac-month')
    expect(
      verify(billingMethodSpecific.gatewayPassword, gatewaySettings.GATEWAY_SECRET),
    ).toMatchObject({
      order,
      amount: 2995,
      currency: 'USD',
      renewsAfterDays: 30,
    })
  })

  test('cannot have its price changed on the way to the gateway', async () => {
    const { order } = await orders(Alice, 'ac-year')
    const { gatewayPassword } = (await billingData(Alice, order)).billingMethodSpecific
    const [, mark = ''] = gatewayPassword.split('.')
    const cheaper = Buffer.from(JSON.stringify({ order, amount: 1 })).toString('base64url')
    expect(verify(`${cheaper}.${mark}`, gatewaySettings.GATEWAY_SECRET)).toBeNull()
    expect(verify(gatewayPassword, 'another secret than that')).toBeNull()
  })

  test('is made once for one Idempotency-Key, which takes no other order', async () => {
    const first = await orders(Alice, 'ac-month', 'key-1')
    const again = await Promise.all([
      orders(Alice, 'ac-month', 'key-1'),
      orders(Alice, 'ac-month', 'key-1'),
    ])
    expect(again).toEqual([first, first])
    await expect(orders(Alice, 'ac-year', 'key-1')).rejects.toMatchObject({ code: 'conflict' })
  })

  test('is not made at other prices than the page showed, and says so', async () => {
    const prices = pricesOf(brandById('adultcrush') as Brand, null)
    expect(prices).toContain('ac-month:2995:USD:30:2995')
    const at = (shown: string) =>
      Alice.calls(upgrade, { body: { keyword: 'ac-month', prices: shown } })
    const { order } = await at(prices)
    await expect(at(prices.replace('2995', '1995'))).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('nothing was ordered'),
    })
    expect((await at(prices)).order).toBe(order)
  })

  test('is only for what this brand sells', async () => {
    await expect(orders(Alice, 'wn-20')).rejects.toMatchObject({
      code: 'invalid',
      errors: [{ field: 'keyword' }],
    })
    await expect(orders(Bob, 'ac-month')).rejects.toMatchObject({ code: 'invalid' })
  })

  test('is seen by nobody else', async () => {
    const { order } = await orders(Alice, 'ac-month')
    const Dan = await dan(app)
    await expect(billingData(Dan, order)).rejects.toMatchObject({ code: 'notFound' })
    await expect(billingData(Alice, order)).resolves.toMatchObject({
      order: { id: order, state: 'open' },
    })
  })

  test('is refused to guests, and where nobody takes payments', async () => {
    expect(
      (await app.visitor('adultcrush').posts('/billing/upgrade', { keyword: 'ac-month' })).status,
    ).toBe(401)
    const partnered = await joins(app, { brand: 'xmeeting', username: 'Xenia' })
    await expect(billingData(partnered)).rejects.toMatchObject({ code: 'forbidden' })
    const bare = await startApp()
    const member = await alice(bare)
    await expect(orders(member, 'ac-month')).rejects.toMatchObject({ code: 'forbidden' })
    await bare.close()
  })
})

test('the billing data name what the gateway’s form asks for', async () => {
  const data = await billingData(Alice)
  expect(data).toMatchObject({
    publicApiKey: 'public-key',
    gatewayUrl: 'http://gateway.localhost:4399',
    paymentType: 'card',
    enforce3ds: false,
    userInfo: {
      birthday: '1992-05-04',
      processedCity: 'New York City',
      processedStateCode: 'US-NY',
      processedCountryCode: 'US',
      isSemiBlocked: false,
    },
    billingMethodSpecific: { achBillSubId: null },
    order: null,
  })
  expect((await billingData(Bob)).enforce3ds).toBe(true)
})

test('a postal code that the gazetteer does not have is null, and so is the gateway’s number before it gave one', async () => {
  const Nora = await joins(app, { brand: 'adultcrush', username: 'Nora' })
  const numbersOf = async () => {
    const { userInfo, billingMethodSpecific } = await billingData(Nora)
    return [userInfo.processedPostalCode, billingMethodSpecific.achBillSubId]
  }
  expect(await numbersOf()).toEqual([null, null])
  const { order } = await orders(Nora, 'ac-month')
  await reports(app, eventOf(app, { order }))
  expect(await numbersOf()).toEqual([null, `sub_${order}`])
})

describe('a code', () => {
  const termsOf = async (member: CastMember, order: number) => {
    const { promoCode, gatewayPassword } = (await billingData(member, order)).billingMethodSpecific
    return {
      promoCode,
      terms: verify(gatewayPassword, gatewaySettings.GATEWAY_SECRET) as Record<string, unknown>,
    }
  }

  test('takes its share off the first payment; the renewal costs the full price', async () => {
    const Cora = await joins(app, { brand: 'adultcrush', username: 'Cora' })
    const { order } = await startsOrder(Cora, 'ac-month', ' secondlook ')
    expect(await termsOf(Cora, order)).toMatchObject({
      promoCode: 'SECONDLOOK',
      terms: { amount: 2396, renewalAmount: 2995, renewsAfterDays: 30, thenEveryDays: 30 },
    })
    await reports(
      app,
      eventOf(app, { order, amount: 2995, currency: 'USD', subscription: 'sub-code' }),
    )
    expect((await billingData(Cora, order)).order?.state).toBe('open')
    await reports(
      app,
      eventOf(app, { order, amount: 2396, currency: 'USD', subscription: 'sub-code' }),
    )
    expect((await billingData(Cora, order)).order?.state).toBe('paid')
    await reports(
      app,
      eventOf(app, {
        type: 'subscription.renewed',
        order,
        reference: 'pay-code-2',
        amount: 2995,
        currency: 'USD',
        subscription: 'sub-code',
      }),
    )
    const { premiumUntil } = await billingData(Cora, order)
    expect(Date.parse(premiumUntil ?? '') - app.clock.now().getTime()).toBe(60 * DAY)
    await expect(startsOrder(Cora, 'ac-year', 'SECONDLOOK')).rejects.toMatchObject({
      errors: [{ field: 'promoCode', message: 'You have used this code already.' }],
    })
  })

  test('pays for one of two orders that were opened at once; the payment of the other goes back, and its form is not shown', async () => {
    const Dora = await joins(app, { brand: 'adultcrush', username: 'Dora' })
    const opened = await Promise.all(
      ['ac-month', 'ac-quarter'].map((keyword) => startsOrder(Dora, keyword, 'SECONDLOOK')),
    )
    const forms = await Promise.all(
      opened.map(async ({ order }) => ({
        order,
        amount: (await termsOf(Dora, order)).terms['amount'] as number,
      })),
    )
    expect(new Set(forms.map(({ order }) => order)).size).toBe(2)
    const payments = forms.map((form) => eventOf(app, { ...form, currency: 'USD' }))
    // Each is reported twice, all at once.
    await Promise.all([...payments, ...payments].map((payment) => reports(app, payment)))
    const rows = await app.db
      .selectFrom('orders')
      .select(['id', 'paid_at as paidAt'])
      .where('account_id', '=', Dora.id)
      .execute()
    const [paid, other] = [
      rows.filter(({ paidAt }) => paidAt !== null),
      rows.filter(({ paidAt }) => paidAt === null),
    ]
    expect([paid.length, other.length]).toEqual([1, 1])
    const second = forms.find(({ order }) => order === other[0]?.id)
    const refunds = await app.db
      .selectFrom('refunds')
      .select(['order_id as order', 'amount'])
      .where(
        'order_id',
        'in',
        forms.map(({ order }) => order),
      )
      .execute()
    expect(refunds).toEqual([second])
    const days = paid[0]?.id === forms[0]?.order ? 30 : 90
    const { premiumUntil } = await billingData(Dora, paid[0]?.id)
    expect(Math.round((Date.parse(premiumUntil ?? '') - app.clock.now().getTime()) / DAY)).toBe(
      days,
    )
    const mails = await app.db
      .selectFrom('mails')
      .select('kind')
      .where('account_id', '=', Dora.id)
      .where('kind', 'in', ['receipt', 'paidTwice'])
      .orderBy('kind')
      .execute()
    expect(mails.map(({ kind }) => kind)).toEqual(['paidTwice', 'receipt'])
    await expect(billingData(Dora, other[0]?.id)).rejects.toMatchObject({ code: 'forbidden' })
    // Where the bank has given it back, it is not given back once more.
    const ofSecond =
      payments.find(({ order }) => order === second?.order) ?? expect.fail('no payment')
    await reports(app, { ...ofSecond, id: 'evt_bank', type: 'payment.chargedBack' })
    const open = await app.db
      .selectFrom('refunds')
      .select('payment_reference')
      .where('order_id', '=', ofSecond.order)
      .where('confirmed_at', 'is', null)
      .execute()
    expect([open, (await billingData(Dora, paid[0]?.id)).premiumUntil]).toEqual([[], premiumUntil])
  })

  test('counts again for another plan while nothing is paid', async () => {
    const Edna = await joins(app, { brand: 'adultcrush', username: 'Edna' })
    await startsOrder(Edna, 'ac-month', 'SECONDLOOK')
    const { order } = await startsOrder(Edna, 'ac-quarter', 'SECONDLOOK')
    const { promoCode, terms } = await termsOf(Edna, order)
    await reports(app, eventOf(app, { order, amount: terms['amount'] as number, currency: 'USD' }))
    expect([promoCode, (await billingData(Edna, order)).order?.state]).toEqual([
      'SECONDLOOK',
      'paid',
    ])
  })

  test('reduces a pack of credits', async () => {
    const { order } = await startsOrder(Bob, 'wn-60', 'FIRSTLETTER')
    expect(await termsOf(Bob, order)).toMatchObject({
      promoCode: 'FIRSTLETTER',
      terms: { amount: 1868, renewsAfterDays: null },
    })
  })

  test.each([
    ['of another brand', 'FIRSTLETTER'],
    ['that nobody gave out', 'FREE100'],
  ])('%s is refused, and nothing ordered', async (_, code) => {
    await expect(startsOrder(Alice, 'ac-month', code)).rejects.toMatchObject({
      code: 'invalid',
      errors: [{ field: 'promoCode' }],
    })
  })

  test('counts until the end of its last day', () => {
    const codes = codesInFolder((brandById('adultcrush') as Brand).billing)
    expect(promoCodeOf(codes, 'SECONDLOOK', new Date('2027-12-31T23:59:59Z'))?.percent).toBe(20)
    expect(promoCodeOf(codes, 'SECONDLOOK', new Date('2028-01-01T00:00:00Z'))).toBeNull()
  })
})

describe('credits', () => {
  test('are suggested in the smallest size, then in the size bought last', async () => {
    expect((await creditData(Bob)).selectedProduct).toEqual({ keyword: 'wn-20' })
    const { order } = await orders(Bob, 'wn-20')
    await reports(app, eventOf(app, { order, amount: 990, currency: 'EUR', subscription: null }))
    expect(await creditData(Bob)).toEqual({
      selectedProduct: { keyword: 'wn-20' },
      lots: [{ credits: 20, expiry: 'Expires after 90 days' }],
      processor: null,
    })
  })

  test('are for sale on credits brands alone', async () => {
    expect(await creditData(Alice)).toEqual({ selectedProduct: null, lots: [], processor: null })
  })
})
