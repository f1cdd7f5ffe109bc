import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { getBillingData, getCreditUpgradeData, upgrade } from '../../../src/features/billing/orders.contract.ts'
import { verify } from '../../../src/lib/signature.server.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { alice, bob, type CastMember, dan, joins } from '../../support/cast.ts'
import { eventOf, gatewaySettings, reports } from '../../support/gateway.ts'
import { post } from '../../support/joining.ts'

let app: TestApp
let Alice: CastMember
let Bob: CastMember
beforeAll(async () => {
  app = await startApp(gatewaySettings)
  Alice = await alice(app)
  Bob = await bob(app)
})
afterAll(() => app.close())

const orders = (member: CastMember, keyword: string, idempotencyKey?: string) =>
  member.send<typeof upgrade>('POST /billing/upgrade', { body: { keyword } }, idempotencyKey === undefined ? {} : { idempotencyKey })
const billingData = (member: CastMember, order?: number) => member.send<typeof getBillingData>('GET /billing/getBillingData', { query: { order } })
const creditData = (member: CastMember) => member.send<typeof getCreditUpgradeData>('GET /billing/getCreditUpgradeData', {})

describe('an order', () => {
  test('has the price that the brand’s data says, whatever the browser says', async () => {
    const answer = await post(Alice, '/billing/upgrade', { keyword: 'ac-month', amount: 1, price: { amount: 1, currency: 'USD' }, currency: 'JPY' })
    const { order } = (await answer.json()) as { order: number }
    const { billingMethodSpecific, currency } = await billingData(Alice, order)
    expect(currency).toBe('USD')
    expect(billingMethodSpecific.keyword).toBe('ac-month')
    expect(verify(billingMethodSpecific.gatewayPassword, gatewaySettings.GATEWAY_SECRET)).toMatchObject({
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
    const again = await Promise.all([orders(Alice, 'ac-month', 'key-1'), orders(Alice, 'ac-month', 'key-1')])
    expect(again).toEqual([first, first])
    await expect(orders(Alice, 'ac-year', 'key-1')).rejects.toMatchObject({ code: 'conflict' })
  })

  test('is only for what this brand sells', async () => {
    await expect(orders(Alice, 'wn-20')).rejects.toMatchObject({ code: 'invalid', errors: [{ field: 'keyword' }] })
    await expect(orders(Bob, 'ac-month')).rejects.toMatchObject({ code: 'invalid' })
  })

  test('is seen by nobody else', async () => {
    const { order } = await orders(Alice, 'ac-month')
    const Dan = await dan(app)
    await expect(billingData(Dan, order)).rejects.toMatchObject({ code: 'notFound' })
    await expect(billingData(Alice, order)).resolves.toMatchObject({ order: { id: order, state: 'open' } })
  })

  test('is refused to guests, and where nobody takes payments', async () => {
    expect((await post(app.visitor('adultcrush'), '/billing/upgrade', { keyword: 'ac-month' })).status).toBe(401)
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
    userInfo: { birthday: '1992-05-04', processedCity: 'New York City', processedStateCode: 'US-NY', processedCountryCode: 'US', isSemiBlocked: false },
    order: null,
  })
  expect((await billingData(Bob)).enforce3ds).toBe(true)
})

describe('credits', () => {
  test('are suggested in the smallest size, then in the size bought last', async () => {
    expect((await creditData(Bob)).selectedProduct).toEqual({ keyword: 'wn-20' })
    const { order } = await orders(Bob, 'wn-20')
    await reports(app, eventOf(app, { order, amount: 990, currency: 'EUR', subscription: null }))
    expect(await creditData(Bob)).toEqual({ selectedProduct: { keyword: 'wn-20' }, lots: [{ credits: 20, expiry: 'Expires after 90 days' }] })
  })

  test('are for sale on credits brands alone', async () => {
    expect(await creditData(Alice)).toEqual({ selectedProduct: null, lots: [] })
  })
})
