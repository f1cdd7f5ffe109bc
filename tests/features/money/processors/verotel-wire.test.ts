import { describe, expect, test } from 'vitest'
import { amountIn, decimalOf } from '#money/processors/decimals.ts'
import { eventOf, numberIn } from '#money/processors/verotel/postback.ts'
import { isSignedPostback, signatureOfRequest } from '#money/processors/verotel/signature.server.ts'
import {
  isSellable,
  type OrderPrice,
  saleStatusAddress,
  startOrderAddress,
} from '#money/processors/verotel/start-order.server.ts'
import { type Fill, postbackOf, type Recorded, signedBy, without } from '#tests/support/verotel.ts'

/** Field §6 and appendix B: Verotel's documented wire, without a server. */

const KEY = 'zpXwe2D77g4P7ysGJcr3rY87TBYs6J'
const shop = { shop: '68849', key: KEY }
const at = new Date('2026-11-20T12:00:00Z')

describe('a signature is Verotel’s own', () => {
  test('of the documentation’s example', () => {
    // The SHA-256 of `aaB:custom1=xyz:custom2=:shopID=123`.
    const expected = 'b78a4348fe45ec2cfd3a3d1b30d6067c14dd42c2e58a94f99fcced2fef0cc8bc'
    expect(
      signatureOfRequest({ shopID: '123', custom1: 'xyz', custom2: '', ignored: 'bla' }, 'aaB'),
    ).toBe(expected)
  })

  test('of its validation example', () => {
    const given = { shopID: '123', saleID: '345' }
    expect(
      signatureOfRequest(given, 'aaB').startsWith(
        'acb4dd91827bc79999a04ac2082d0e43bb018a9ce563dfd3',
      ),
    ).toBe(true)
    expect(
      isSignedPostback(
        { ...given, signature: signatureOfRequest(given, 'aaB').toUpperCase() },
        'aaB',
      ),
    ).toBe(true)
  })

  test.each<[string, (signed: Record<string, string>) => Record<string, string>, string]>([
    ['by another key', (signed) => signed, 'aaC'],
    ['of another amount', (signed) => ({ ...signed, priceAmount: '0.01' }), KEY],
    ['without a parameter', (signed) => without(signed, 'saleID'), KEY],
    ['with one more', (signed) => ({ ...signed, custom3: 'mine' }), KEY],
    ['of none', (signed) => without(signed, 'signature'), KEY],
    [
      'by SHA-1',
      (signed) => Object.fromEntries(signedBy(KEY, without(signed, 'signature'), 'sha1')),
      KEY,
    ],
  ])('and is refused %s', (_, change, key) => {
    const signed = Object.fromEntries(
      signedBy(
        KEY,
        postbackOf('purchase', { order: 7, sale: 1, shop: 68849, price: '9.90', currency: 'EUR' }),
      ),
    )
    expect(isSignedPostback(signed, KEY)).toBe(true)
    expect(isSignedPostback(change(signed), key)).toBe(false)
  })
})

test('our own signed address is no postback, nor where its words are cut into other parameters', () => {
  const charge = { amount: 990, currency: 'EUR', renewal: null }
  const order = {
    order: 41,
    name: 'Adult Crush: 1 month',
    charge,
    successUrl: 'https://www.example.com/back',
    declineUrl: 'https://www.example.com/no',
  }
  const given = Object.fromEntries(
    new URL(startOrderAddress('https://secure.verotel.com', shop, order)).searchParams,
  )
  const { type = '', version = '', successURL = '', ...rest } = given
  const merged = { ...rest, successURL, type: `${type}:version=${version}` }
  const further = { ...rest, successURL: `${successURL}:type=${type}:version=${version}` }
  expect([given, merged, further].map((one) => isSignedPostback(one, KEY))).toEqual([
    false,
    false,
    false,
  ])
})

describe('an order is started', () => {
  const start = (charge: OrderPrice, name = 'Adult Crush: 1 month') => {
    const order = {
      order: 41,
      name,
      charge,
      successUrl: 'https://www.example.com/back?a=1&b=2',
      declineUrl: 'https://www.example.com/no',
    }
    const url = new URL(startOrderAddress('https://secure.verotel.com', shop, order))
    return { url, query: Object.fromEntries(url.searchParams) }
  }
  const common = {
    shopID: '68849',
    version: '4',
    referenceID: '41',
    successURL: 'https://www.example.com/back?a=1&b=2',
    declineURL: 'https://www.example.com/no',
  }

  test.each<[string, OrderPrice, Record<string, string>]>([
    [
      'once, as a purchase',
      { amount: 990, currency: 'EUR', renewal: null },
      { type: 'purchase', priceAmount: '9.90', priceCurrency: 'EUR' },
    ],
    [
      'as a subscription',
      { amount: 2995, currency: 'USD', renewal: { days: 30, amount: 2995, everyDays: 30 } },
      {
        type: 'subscription',
        subscriptionType: 'recurring',
        priceAmount: '29.95',
        priceCurrency: 'USD',
        period: 'P30D',
      },
    ],
    [
      'as a subscription after a trial',
      { amount: 100, currency: 'GBP', renewal: { days: 3, amount: 1995, everyDays: 30 } },
      {
        type: 'subscription',
        subscriptionType: 'recurring',
        priceAmount: '19.95',
        priceCurrency: 'GBP',
        period: 'P30D',
        trialAmount: '1.00',
        trialPeriod: 'P3D',
      },
    ],
  ])('%s', (_, charge, parts) => {
    const { url, query } = start(charge)
    const text: Record<string, string> = charge.renewal
      ? { name: 'Adult Crush: 1 month' }
      : { description: 'Adult Crush: 1 month' }
    expect([url.origin, url.pathname]).toEqual(['https://secure.verotel.com', '/startorder'])
    expect(query).toEqual({
      ...common,
      ...parts,
      ...text,
      signature: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    })
    expect(Object.fromEntries(signedBy(KEY, { ...common, ...parts, ...text }))).toEqual(query)
  })

  test('with a name of 100 characters at most', () => {
    expect(
      start({ amount: 990, currency: 'EUR', renewal: null }, 'ab'.repeat(90)).query['description'],
    ).toBe('ab'.repeat(50))
  })

  test.each<[OrderPrice, boolean]>([
    [{ amount: 990, currency: 'EUR', renewal: null }, true],
    [{ amount: 0, currency: 'EUR', renewal: null }, false],
    [{ amount: 990, currency: 'JPY', renewal: null }, false],
    [{ amount: 500, currency: 'USD', renewal: { days: 7, amount: 500, everyDays: 7 } }, true],
    [{ amount: 500, currency: 'USD', renewal: { days: 6, amount: 500, everyDays: 6 } }, false],
    [{ amount: 0, currency: 'USD', renewal: { days: 2, amount: 1995, everyDays: 30 } }, true],
    [{ amount: 0, currency: 'USD', renewal: { days: 1, amount: 1995, everyDays: 30 } }, false],
  ])('only where Verotel can charge it: %j %s', (charge, can) =>
    expect(isSellable(charge)).toBe(can),
  )

  test('and its status is asked for by our number or by Verotel’s', () => {
    const asked = (sale: Parameters<typeof saleStatusAddress>[2]) =>
      new URL(saleStatusAddress('https://secure.verotel.com', shop, sale)).searchParams
    const parts = { shopID: '68849', version: '4' }
    expect(Object.fromEntries(asked({ saleID: '456789' }))).toEqual(
      Object.fromEntries(signedBy(KEY, { ...parts, saleID: '456789' })),
    )
    expect(Object.fromEntries(asked({ referenceID: '41' }))).toEqual(
      Object.fromEntries(signedBy(KEY, { ...parts, referenceID: '41' })),
    )
  })
})

describe('a postback is read', () => {
  const fill: Fill = {
    order: 41,
    sale: 456789,
    shop: 68849,
    transaction: 1001000,
    parent: 1000999,
    price: '29.95',
    currency: 'USD',
    next: '2026-12-20',
    trial: '1.00',
  }
  const read = (
    kind: Recorded,
    change: (given: Record<string, string>) => Record<string, string> = (given) => given,
  ) => eventOf(change(postbackOf(kind, fill)), 'id', at)
  const subscription = 'verotel:sale-456789'
  const usd = { amount: 2995, currency: 'USD' }
  const none = { amount: 0, currency: 'XTS' }

  test.each<[Recorded, object]>([
    [
      'purchase',
      {
        type: 'payment.approved',
        reference: 'verotel:transaction-1001000',
        subscription: null,
        ...usd,
      },
    ],
    [
      'initial',
      { type: 'payment.approved', reference: 'verotel:transaction-1001000', subscription, ...usd },
    ],
    [
      'trial',
      {
        type: 'payment.approved',
        reference: 'verotel:transaction-1001000',
        subscription,
        amount: 100,
        currency: 'USD',
      },
    ],
    [
      'rebill',
      {
        type: 'subscription.renewed',
        reference: 'verotel:transaction-1001000',
        subscription,
        ...usd,
      },
    ],
    [
      'cancel',
      {
        type: 'subscription.cancelled',
        reference: subscription,
        subscription,
        ...none,
        reason: 'by user',
      },
    ],
    ['uncancel', { type: 'subscription.resumed', reference: subscription, subscription, ...none }],
    [
      'extend',
      {
        type: 'subscription.extended',
        reference: subscription,
        subscription,
        ...none,
        until: '2026-12-21T00:00:00.000Z',
      },
    ],
    ['downgrade', { type: 'subscription.repriced', reference: subscription, subscription, ...usd }],
    ['expiry', { type: 'subscription.expired', reference: subscription, subscription, ...none }],
    ['upgrade', { type: 'verotel.upgrade', reference: subscription, subscription, ...none }],
    [
      'credit',
      { type: 'payment.refunded', reference: 'verotel:transaction-1000999', subscription, ...usd },
    ],
    [
      'purchaseCredit',
      {
        type: 'payment.refunded',
        reference: 'verotel:transaction-1000999',
        subscription: null,
        ...usd,
      },
    ],
    [
      'chargeback',
      {
        type: 'payment.chargedBack',
        reference: 'verotel:transaction-1000999',
        subscription,
        ...usd,
      },
    ],
  ])('%s', (kind, event) =>
    expect(read(kind)).toEqual({ id: 'id', occurredAt: at.toISOString(), order: 41, ...event }),
  )

  test('a renewal without a transactionID, as version 3.4 sent it', () => {
    expect(read('rebill', (given) => without(given, 'transactionID'))).toMatchObject({
      reference: 'verotel:sale-456789-2026-12-20',
    })
  })

  test('parameters that nobody knows change nothing', () => {
    expect(read('rebill', (given) => ({ ...given, newField: 'x', __proto__x: 'y' }))).toEqual(
      read('rebill'),
    )
  })

  test.each<[Recorded, string, string | undefined]>([
    ['purchase', 'referenceID', undefined],
    ['purchase', 'referenceID', '41 or 1=1'],
    ['purchase', 'referenceID', '0'],
    ['purchase', 'saleID', undefined],
    ['purchase', 'saleID', '../../cancel'],
    ['purchase', 'transactionID', undefined],
    ['purchase', 'priceAmount', undefined],
    ['purchase', 'priceAmount', '9.901'],
    ['purchase', 'priceAmount', '-9.90'],
    ['purchase', 'priceCurrency', 'dollars'],
    ['initial', 'event', undefined],
    ['initial', 'event', ''],
    ['rebill', 'nextChargeOn', 'tomorrow'],
    ['credit', 'parentID', undefined],
    ['extend', 'nextChargeOn', '2026-13-01'],
  ])('%s is refused where %s is %s', (kind, name, value) => {
    const event = read(kind, (given) => {
      // A renewal needs its day only where it has no transactionID.
      const rest = without(kind === 'rebill' ? without(given, 'transactionID') : given, name)
      return value === undefined ? rest : { ...rest, [name]: value }
    })
    expect(event).toEqual({ refusal: expect.any(String) as string })
  })

  test.each(['constructor', '__proto__', 'toString'])(
    'an event called %s is none that is known',
    (event) => {
      expect(read('cancel', (given) => ({ ...given, event }))).toMatchObject({
        type: `verotel.${event}`,
      })
    },
  )
})

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [990, '9.90'],
  [123456789, '1234567.89'],
])('an amount of %i is %s on the wire, and back', (amount, decimal) =>
  expect([decimalOf(amount), amountIn(decimal)]).toEqual([decimal, amount]),
)

test.each([
  ['12', 1200],
  ['12.9', 1290],
  ['12.345', null],
  ['1e3', null],
  ['1,000.00', null],
  ['', null],
  [' 12', null],
  [undefined, null],
])('the decimal %s is %s', (decimal, amount) => expect(amountIn(decimal)).toBe(amount))

test('a number is taken from references of its own kind alone', () => {
  expect([
    numberIn('verotel:sale-12', 'sale'),
    numberIn('verotel:sale-12', 'transaction'),
    numberIn('pay_12', 'sale'),
  ]).toEqual(['12', null, null])
})
