import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CallError } from '#api/client.ts'
import { acceptIncoming } from '#front-door/incoming.server.ts'
import { DAY, HOUR, later, MINUTE } from '#lib/clock.ts'
import { getBillingData, getCreditUpgradeData } from '#money/checkout/orders.contract.ts'
import { receiveEvent } from '#money/checkout/receive.server.ts'
import { cancellationJob } from '#money/contracts/cancel.server.ts'
import { dunningJob } from '#money/contracts/dunning/dunning.server.ts'
import {
  cancelRenewal,
  listContracts,
  withdraw,
} from '#money/contracts/ending/declarations.contract.ts'
import { declarationJob } from '#money/contracts/ending/declarations.server.ts'
import { refundJob } from '#money/contracts/refunds.server.ts'
import { balanceOf } from '#money/credits/credits.sql.ts'
import { openEvents } from '#money/orders/webhook-events.sql.ts'
import { formDigest } from '#money/processors/ccbill/form.server.ts'
import { ccbillJob as ccbillJobOf } from '#money/processors/ccbill/job.server.ts'
import { orderField } from '#money/processors/ccbill/order-field.server.ts'
import { unsettledReports } from '#money/processors/reports.sql.ts'
import { getMemberFile } from '#staff/members/member-file.contract.ts'
import { actOnMember } from '#staff/members/support-acts.contract.ts'
import { accountOf, runJob, startApp, type TestApp } from '#tests/support/app.ts'
import { type CastMember, joins, parametersFor, worksAs } from '#tests/support/cast.ts'
import {
  type Ccbill,
  type Fields,
  ITS_ADDRESS,
  PASSWORD,
  reports,
  shops,
  startCcbill,
  type Trouble,
} from '#tests/support/ccbill.ts'
import { paymentsOf, startsOrder } from '#tests/support/gateway.ts'
import { mailsTo } from '#tests/support/mail.ts'

const ccbillJob = ccbillJobOf(receiveEvent)

/** Field B1–B3 and B6, against a local server that speaks CCBill's documented wire. */

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
  // What still waits would be asked about in the next test.
  await app.db
    .updateTable('processor_reports')
    .set({ next_at: null })
    .where('next_at', 'is not', null)
    .execute()
})

const run = (job: typeof ccbillJob) => runJob(app, job)
const now = () => app.clock.now()

let people = 0
type Buyer = { member: CastMember; order: number; checkout: string }
async function orders(
  brand: 'adultcrush' | 'wivesnow' = 'adultcrush',
  keyword = brand === 'adultcrush' ? 'ac-month' : 'wn-20',
): Promise<Buyer> {
  const member = await joins(app, { brand, username: `Payer${(people += 1)}` })
  const { order, checkout } = await startsOrder(member, keyword)
  return { member, order, checkout: checkout ?? expect.fail('no checkout') }
}

/** Reported and applied. */
async function says(
  eventType: string,
  fields: Fields,
  sending: Parameters<typeof reports>[3] = {},
): Promise<number> {
  const { status } = await reports(app, eventType, fields, sending)
  await run(ccbillJob)
  return status
}

async function buys(
  brand: 'adultcrush' | 'wivesnow' = 'adultcrush',
): Promise<Buyer & { sale: Fields }> {
  const buyer = await orders(brand)
  const sale = await ccbill.pays(buyer.checkout, now())
  expect(await says('NewSaleSuccess', sale)).toBe(200)
  expect(await stateOf(buyer)).toBe('paid')
  return { ...buyer, sale }
}

const stateOf = async ({ member, order }: Buyer) =>
  (await member.calls(getBillingData, { query: { order } })).order?.state
const userOf = async ({ member }: Buyer) =>
  (await parametersFor(member)).userInfo ?? expect.fail('signed out')
async function premiumDays({ member }: Buyer): Promise<number> {
  const { premium_until: until } = await accountOf(app, member)
  return until === null ? 0 : Math.round((until.getTime() - now().getTime()) / DAY)
}
const subscriptionOf = ({ order }: Buyer) =>
  app.db.selectFrom('subscriptions').selectAll().where('order_id', '=', order).executeTakeFirst()
const reportsOf = ({ order }: Buyer) =>
  app.db.selectFrom('processor_reports').selectAll().where('order_id', '=', order).execute()
const balance = ({ member }: Buyer) => balanceOf(app.db, member.id, now())
const fieldOf = ({ checkout }: Buyer) =>
  new URL(checkout).searchParams.get('orderNumber') ?? expect.fail('no order')
/** What an operator reads of a report that is about no order of ours. */
async function waitingOutcome({ subscriptionId: id }: Fields): Promise<string | null | undefined> {
  const rows = await unsettledReports(app.db, now(), 100)
  const kept = await app.db
    .selectFrom('processor_reports')
    .select(['event_id', 'subscription'])
    .execute()
  const ours = new Set(
    kept
      .filter(({ subscription }) => subscription?.endsWith(`-${id}`))
      .map(({ event_id }) => event_id),
  )
  return rows.find(({ eventId }) => ours.has(eventId))?.outcome
}
const openOutcomes = async ({ order }: Buyer) =>
  (await openEvents(app.db, 100))
    .filter(({ event }) => event.order === order)
    .map(({ outcome }) => outcome)

describe('the form', () => {
  test('has the digest of the documentation', () => {
    expect(
      formDigest(
        { initialPrice: '10.00', initialPeriod: '30', currencyCode: '840' },
        '7d901dad245fd0ff6bc20d06',
      ),
    ).toBe('a7459445d0e5dc0963fe736dc5cf900b')
  })

  test('is that of the brand’s shop, at the brand’s price, and renews as the plan does', async () => {
    const { checkout, order } = await orders()
    const url = new URL(checkout)
    expect([url.origin, url.pathname]).toEqual([
      ccbill.origin,
      '/wap-frontflex/flexforms/687fa3e0-e60d-4466-88e2-181fa56dd6a9',
    ])
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      clientSubacc: '0001',
      initialPrice: '29.95',
      initialPeriod: '30',
      recurringPrice: '29.95',
      recurringPeriod: '30',
      numRebills: '99',
      currencyCode: '840',
      orderNumber: orderField(order, shops.adultcrush.salt),
    })
    expect((await fetch(checkout)).status).toBe(200)
  })

  test('of a pack of credits does not renew', async () => {
    const { checkout } = await orders('wivesnow')
    const query = Object.fromEntries(new URL(checkout).searchParams)
    expect(query).toMatchObject({
      clientSubacc: '0002',
      initialPrice: '9.90',
      initialPeriod: '90',
      currencyCode: '978',
    })
    expect(Object.keys(query)).not.toContain('recurringPrice')
  })

  test('is refused by CCBill with another price', async () => {
    const { checkout } = await orders()
    expect((await fetch(checkout.replaceAll('29.95', '2.95'))).status).toBe(400)
  })

  test('is named to the page, with what the card statement says; the order of somebody else is not', async () => {
    const [mine, other] = [await orders(), await orders()]
    const { processor } = await mine.member.calls(getCreditUpgradeData)
    expect(processor).toMatchObject({
      name: 'CCBill',
      statement: 'CCBILL.COM',
      keywords: expect.arrayContaining(['ac-month']) as string[],
    })
    const billing = (order: number | 'last') =>
      mine.member.calls(getBillingData, { query: { order } })
    expect((await billing('last')).order).toEqual({
      id: mine.order,
      state: 'open',
      keyword: 'ac-month',
      checkout: mine.checkout,
    })
    await expect(billing(other.order)).rejects.toThrow(CallError)
    app.clock.advance(7 * HOUR)
    expect((await billing('last')).order).toBeNull()
  })

  test('is reached without script by a form, over a page of ours', async () => {
    const { member } = await orders()
    const answer = await member.visit('/billing/upgrade', {
      method: 'POST',
      headers: {
        Origin: `http://${member.host}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ keyword: 'ac-month', upgradeSourceType: 'message.7' }).toString(),
    })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('Location')).toMatch(/^\/billing\/upgrade\?order=\d+$/)
    expect(answer.headers.getSetCookie().join()).toContain('upgradeSourceType=message.7')
    const refused = await member.visit('/billing/upgrade', {
      method: 'POST',
      headers: {
        Origin: `http://${member.host}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ keyword: 'wn-20' }).toString(),
    })
    expect([refused.status, await refused.text()]).toEqual([422, 'page:/billing/upgrade'])
  })
})

describe('a sale', () => {
  test.each(['form', 'json'] as const)(
    'reported as %s makes a member premium, once, with a receipt',
    async (as) => {
      const buyer = await orders()
      const sale = await ccbill.pays(buyer.checkout, now())
      expect(await says('NewSaleSuccess', sale, { as })).toBe(200)
      expect([
        await stateOf(buyer),
        await premiumDays(buyer),
        (await userOf(buyer)).isPremium,
      ]).toEqual(['paid', 30, true])
      await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          reports(app, 'NewSaleSuccess', sale, { as: at % 2 === 0 ? 'form' : 'json' }),
        ),
      )
      await Promise.all([run(ccbillJob), run(ccbillJob)])
      expect([await premiumDays(buyer), (await reportsOf(buyer)).length]).toEqual([30, 1])
      expect(await subscriptionOf(buyer)).toMatchObject({
        provider: 'ccbill',
        provider_reference: `ccbill:0001-${sale['subscriptionId']}`,
      })
      const mails = await app.db
        .selectFrom('mails')
        .select('kind')
        .where('account_id', '=', buyer.member.id)
        .where('kind', '=', 'receipt')
        .execute()
      expect(mails).toHaveLength(1)
    },
  )

  test('gives credits, and is no subscription', async () => {
    const buyer = await buys('wivesnow')
    expect([await balance(buyer), await subscriptionOf(buyer)]).toEqual([20, undefined])
    expect(await says('Expiration', ccbill.expires(buyer.sale, now()))).toBe(200)
    expect(await subscriptionOf(buyer)).toBeUndefined()
  })

  test('that failed is told, and another card may follow', async () => {
    const buyer = await orders()
    const sale = await ccbill.pays(buyer.checkout, now())
    const { subscriptionId: _, ...failure } = sale
    expect(
      await says('NewSaleFailure', {
        ...failure,
        failureReason: 'Invalid Input.',
        failureCode: 'BE-140',
      }),
    ).toBe(200)
    expect(await stateOf(buyer)).toBe('failed')
    await says('NewSaleSuccess', sale)
    expect(await stateOf(buyer)).toBe('paid')
  })

  test('keeps no name, no address, no username and no password, in the database and in the log', async () => {
    const buyer = await buys()
    const kept = JSON.stringify([
      await reportsOf(buyer),
      await app.db.selectFrom('webhook_events').selectAll().execute(),
      app.logged,
    ])
    for (const secret of [
      'mYPaSSw0rD',
      'username1',
      '123 Main',
      'user@randomurl.com',
      'Doe',
      '192.168.27.4',
      '5100"',
    ])
      expect(kept).not.toContain(secret)
    expect(kept).toContain(buyer.sale['subscriptionId'])
  })

  test('is answered at once, without asking CCBill', async () => {
    const buyer = await orders()
    const sale = await ccbill.pays(buyer.checkout, now())
    ccbill.misbehaves('slow')
    const count = ccbill.asked.length
    expect((await reports(app, 'NewSaleSuccess', sale)).status).toBe(200)
    expect([ccbill.asked.length, await stateOf(buyer)]).toEqual([count, 'open'])
    await run(ccbillJob)
    expect(await stateOf(buyer)).toBe('paid')
  })
})

describe('a report is refused', () => {
  test.each(['203.0.113.7', '64.38.213.1', '64.38.211.255', '127.0.0.1', '::1', ''])(
    'from the address %s',
    async (ip) => {
      const buyer = await orders()
      const sale = await ccbill.pays(buyer.checkout, now())
      expect(await says('NewSaleSuccess', sale, { ip })).toBe(403)
      expect([await stateOf(buyer), await reportsOf(buyer)]).toEqual(['open', []])
    },
  )

  test.each([
    ['no proxy is trusted', '0', ITS_ADDRESS, 403],
    ['the proxy has seen another address', '1', `${ITS_ADDRESS}, 203.0.113.7`, 403],
    [
      'two proxies are trusted, and it lies before them',
      '2',
      `${ITS_ADDRESS}, 203.0.113.7, 10.0.0.1`,
      403,
    ],
    ['the proxy has seen it', '1', `203.0.113.7, ${ITS_ADDRESS}`, 200],
  ])('by its X-Forwarded-For, where %s', async (_, TRUST_PROXY, forwarded, status) => {
    const proxied = await startApp({ ...ccbill.settings, TRUST_PROXY })
    const server = createServer((incoming, outgoing) => {
      if (!acceptIncoming(incoming, outgoing, proxied.services)) return
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => {
        const headers = new Headers(
          Object.entries(incoming.headers).map(([name, value]): [string, string] => [
            name,
            String(value),
          ]),
        )
        const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
          method: 'POST',
          headers,
          body: Buffer.concat(chunks),
        })
        void proxied
          .frontDoor(
            request,
            String(incoming.headers['x-forwarded-for']),
            async () => new Response(null, { status: 404 }),
          )
          .then((answer) => outgoing.writeHead(answer.status).end())
      })
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const fields = {
      clientAccnum: '900100',
      clientSubacc: '0001',
      subscriptionId: '1000000000',
      timestamp: '2026-11-20 05:00:00',
    }
    const { default: http } = await import('node:http')
    const answered = await new Promise<number | undefined>((resolve, reject) => {
      const headers = {
        Host: 'api.adultcrush.localhost:4321',
        'X-Forwarded-For': forwarded,
        'Content-Type': 'application/x-www-form-urlencoded',
      }
      http
        .request(
          {
            port,
            host: '127.0.0.1',
            method: 'POST',
            path: '/webhook/ccbill?eventType=Cancellation',
            headers,
          },
          (answer) => resolve(answer.statusCode),
        )
        .on('error', reject)
        .end(new URLSearchParams(fields).toString())
    })
    server.close()
    await proxied.close()
    expect(answered).toBe(status)
  })

  test.each<[string, Fields, number]>([
    ['of another account', { clientAccnum: '900101' }, 403],
    ['of a shop that is none of ours', { clientSubacc: '0009' }, 403],
    ['without a subscription', { subscriptionId: '' }, 422],
    ['without a transaction', { transactionId: '' }, 422],
    ['without an amount', { billedInitialPrice: '' }, 422],
    ['with an amount that is none', { billedInitialPrice: '29,95 €' }, 422],
    ['with a negative amount', { billedInitialPrice: '-29.95' }, 422],
    ['with a time that is none', { timestamp: '2026-13-45 99:99:99' }, 422],
    ['with a time that is still to come', { timestamp: '2029-11-20 05:00:00' }, 422],
    ['with a subscription that is none', { subscriptionId: "1' or 1=1" }, 422],
  ])('%s', async (_, wrong, status) => {
    const buyer = await orders()
    const sale = await ccbill.pays(buyer.checkout, now())
    for (const as of ['form', 'json'] as const)
      expect(await says('NewSaleSuccess', { ...sale, ...wrong }, { as })).toBe(status)
    expect([await stateOf(buyer), await reportsOf(buyer)]).toEqual(['open', []])
  })

  test.each<[string, { body: string; as?: 'json' }, number]>([
    ['half JSON', { body: '{"clientAccnum":"900100",', as: 'json' }, 400],
    ['nothing', { body: '' }, 422],
    ['HTML', { body: '<html><script>alert(1)</script></html>' }, 422],
    [
      'nested JSON',
      { body: JSON.stringify({ clientAccnum: { a: 1 }, subscriptionId: ['1'] }), as: 'json' },
      422,
    ],
    ['a body that never ends', { body: `a=${'b'.repeat(70_000)}` }, 413],
  ])('that is %s', async (_, sending, status) => {
    expect((await reports(app, 'NewSaleSuccess', {}, sending)).status).toBe(status)
  })

  test('where CCBill is not set, and a browser of ours is no CCBill', async () => {
    const bare = await startApp()
    expect((await reports(bare, 'NewSaleSuccess', {})).status).toBe(403)
    await bare.close()
    const { member } = await orders()
    expect(
      (
        await member.request('/webhook/ccbill?eventType=NewSaleSuccess', {
          method: 'POST',
          body: 'a=b',
        })
      ).status,
    ).toBe(403)
  })
})

describe('a report grants nothing', () => {
  test('with another amount or currency than was ordered; an operator sees it', async () => {
    const altered: Fields[] = [
      { billedInitialPrice: '2.95' },
      { billedInitialPrice: '29.96' },
      { billedCurrencyCode: '978' },
      { billedCurrencyCode: '' },
    ]
    for (const wrong of altered) {
      const buyer = await orders()
      const sale = await ccbill.pays(buyer.checkout, now())
      expect(await says('NewSaleSuccess', { ...sale, ...wrong })).toBe(200)
      const isOrders = wrong['billedCurrencyCode'] === ''
      expect([await stateOf(buyer), await openOutcomes(buyer)]).toEqual(
        isOrders ? ['paid', []] : ['open', ['wrongAmount']],
      )
    }
  })

  test('for an order of another brand, though it was paid in its own shop', async () => {
    const [cheap, dear] = [await orders('wivesnow'), await orders()]
    const sale = await ccbill.pays(cheap.checkout, now())
    await says('NewSaleSuccess', { ...sale, 'X-orderNumber': fieldOf(dear) })
    expect([await stateOf(dear), await waitingOutcome(sale)]).toEqual([
      'open',
      'unknownSubscription',
    ])
    await says('NewSaleSuccess', {
      ...sale,
      'X-orderNumber': orderField(dear.order, shops.wivesnow.salt),
      timestamp: '2026-11-20 05:00:09',
    })
    expect([await stateOf(dear), await openOutcomes(dear)]).toEqual(['open', ['otherShop']])
  })

  test.each<[string, (own: Buyer, other: Buyer) => string]>([
    ['the number alone', (_, other) => String(other.order)],
    ['its own signature', (own, other) => fieldOf(own).replace(/^\d+/, String(other.order))],
    ['an empty one', (_, other) => `${other.order}.`],
    ['the number of another way to write it', (_, other) => fieldOf(other).replace(/^/, '0')],
    ['nothing', () => ''],
  ])(
    'for somebody else’s order at the same price, which a buyer names in the form with %s',
    async (_, named) => {
      const [own, other] = [await orders(), await orders()]
      const form = new URL(own.checkout)
      form.searchParams.set('orderNumber', named(own, other))
      const sale = await ccbill.pays(form.href, now())
      expect(await says('NewSaleSuccess', sale)).toBe(200)
      expect([await stateOf(own), await stateOf(other), await premiumDays(other)]).toEqual([
        'open',
        'open',
        0,
      ])
      // An operator is told of the money, which stays at CCBill until somebody pays it back there.
      expect(await waitingOutcome(sale)).toBe('unknownSubscription')
      const { subscriptionId: __, ...failure } = sale
      expect(await says('NewSaleFailure', { ...failure, failureReason: 'Invalid Input.' })).toBe(
        422,
      )
      expect([await stateOf(own), await stateOf(other)]).toEqual(['open', 'open'])
    },
  )

  test('that CCBill knows nothing of, has in another shop, or has ended', async () => {
    const unknown = await orders()
    const sale = await ccbill.pays(unknown.checkout, now())
    await says('NewSaleSuccess', { ...sale, subscriptionId: '999' })
    expect(await stateOf(unknown)).toBe('open')
    const elsewhere = await orders('wivesnow')
    const other = await ccbill.pays(elsewhere.checkout, now())
    await says('NewSaleSuccess', {
      ...sale,
      clientSubacc: '0001',
      subscriptionId: other['subscriptionId'] ?? '',
      transactionId: '0777',
    })
    const ended = await orders()
    const past = await ccbill.pays(ended.checkout, now())
    ccbill.expires(past, now())
    await says('NewSaleSuccess', past)
    expect([await stateOf(unknown), await stateOf(elsewhere), await stateOf(ended)]).toEqual([
      'open',
      'open',
      'open',
    ])
    app.clock.advance(2 * HOUR)
    const waiting = await unsettledReports(app.db, later(now(), -HOUR), 100)
    expect(waiting.filter(({ order }) => order === ended.order)).toMatchObject([
      { outcome: 'unconfirmed' },
    ])
  })

  test('for an order that nobody made, and one payment pays no second order', async () => {
    const [first, second] = [await buys(), await orders()]
    await says('NewSaleSuccess', {
      ...first.sale,
      'X-orderNumber': fieldOf(second),
      timestamp: '2026-11-20 05:00:09',
    })
    expect([await stateOf(second), await openOutcomes(second)]).toEqual(['open', ['otherOrder']])
    const third = await orders()
    const sale = await ccbill.pays(third.checkout, now())
    expect(
      await says('NewSaleSuccess', {
        ...sale,
        'X-orderNumber': orderField(999_999_999, shops.adultcrush.salt),
      }),
    ).toBe(200)
    expect(
      (await openEvents(app.db, 100)).some(
        ({ event, outcome }) => event.order === 999_999_999 && outcome === 'unknownOrder',
      ),
    ).toBe(true)
  })

  test('twice for an order that was paid twice: the second payment is paid back, and renews no more', async () => {
    const buyer = await buys()
    const again = await ccbill.pays(buyer.checkout, now())
    await says('NewSaleSuccess', again)
    await run(refundJob)
    const id = again['subscriptionId'] ?? ''
    expect([await premiumDays(buyer), ccbill.state(id)]).toMatchObject([
      30,
      { refunds: 1, refunded: '29.95', status: 0 },
    ])
    expect(await says('Refund', { ...ccbill.takesBack(again, now(), { how: 'refund' }) })).toBe(200)
    expect([
      await stateOf(buyer),
      await premiumDays(buyer),
      ccbill.state(buyer.sale['subscriptionId'] ?? '').refunds,
    ]).toEqual(['paid', 30, 0])
  })

  test('of a type that is none, with fields that nobody knows, or as an event of JavaScript', async () => {
    const buyer = await buys()
    const before = (await reportsOf(buyer)).length
    for (const type of [
      'BillingDateChange',
      'CustomerDataUpdate',
      'Unheard',
      'constructor',
      '__proto__',
    ])
      expect(await says(type, buyer.sale)).toBe(200)
    expect((await reportsOf(buyer)).length).toBe(before)
    const other = await orders()
    const sale = await ccbill.pays(other.checkout, now())
    expect(
      await says('NewSaleSuccess', { ...sale, newField: 'x', __proto__x: 'y', 'X-X-more': '1' }),
    ).toBe(200)
    expect(await stateOf(other)).toBe('paid')
  })
})

describe('while CCBill', () => {
  test.each<[string, Trouble]>([
    ['is down', 'down'],
    ['answers HTML', 'html'],
    ['answers script', 'script'],
    ['breaks off', 'half'],
    ['says that it has an error', -7],
    ['refuses our address', -8],
  ])(
    '%s, nothing is granted; it is asked again, later and later, and nothing is lost',
    async (_, how) => {
      const buyer = await orders()
      const sale = await ccbill.pays(buyer.checkout, now())
      ccbill.misbehaves(how)
      expect(await says('NewSaleSuccess', sale)).toBe(200)
      expect(await stateOf(buyer)).toBe('open')
      const asked = ccbill.asked.length
      await run(ccbillJob)
      expect(ccbill.asked.length).toBe(asked)
      app.clock.advance(MINUTE)
      await run(ccbillJob)
      expect(ccbill.asked.length).toBe(asked + 1)
      ccbill.misbehaves(null)
      app.clock.advance(2 * MINUTE)
      await run(ccbillJob)
      expect([await stateOf(buyer), await premiumDays(buyer)]).toEqual(['paid', 30])
    },
  )

  test('never confirms, an operator is left with it after two weeks', async () => {
    const buyer = await orders()
    const sale = await ccbill.pays(buyer.checkout, now())
    ccbill.expires(sale, now())
    await says('NewSaleSuccess', sale)
    for (let day = 0; day < 15; day += 1) {
      app.clock.advance(DAY)
      await run(ccbillJob)
    }
    expect(await reportsOf(buyer)).toMatchObject([{ outcome: 'unconfirmed', next_at: null }])
    expect(
      (await unsettledReports(app.db, now(), 100)).some(({ order }) => order === buyer.order),
    ).toBe(true)
  })
})

describe('a subscription', () => {
  test('renews, however its reports are ordered and repeated, and never more often than CCBill charged', async () => {
    const buyer = await orders()
    const sale = await ccbill.pays(buyer.checkout, now())
    app.clock.advance(30 * DAY)
    const renewal = ccbill.renews(sale, now())
    // The renewal comes first: nobody knows its order yet.
    expect(await says('RenewalSuccess', renewal)).toBe(200)
    expect(await premiumDays(buyer)).toBe(0)
    await says('NewSaleSuccess', sale)
    app.clock.advance(2 * MINUTE)
    await run(ccbillJob)
    expect(await premiumDays(buyer)).toBe(60)
    await says('RenewalSuccess', renewal)
    await says('RenewalSuccess', {
      ...renewal,
      transactionId: '0999',
      timestamp: '2026-12-20 05:00:01',
    })
    expect(await premiumDays(buyer)).toBe(60)
    await says('RenewalSuccess', { ...renewal, transactionId: '0998', billedAmount: '2.95' })
    expect(await premiumDays(buyer)).toBe(60)
  })

  test('that is declined keeps access for a time, follows CCBill’s own retries, and recovers', async () => {
    const buyer = await buys()
    app.clock.advance(30 * DAY)
    const day = (days: number) =>
      later(now(), days * DAY)
        .toISOString()
        .slice(0, 10)
    await says('RenewalFailure', ccbill.fails(buyer.sale, now(), day(2)))
    await run(dunningJob)
    expect(await premiumDays(buyer)).toBe(7)
    const declined = (await mailsTo(app, `payer${people}@example.org`)).find(
      ({ kind }) => kind === 'renewalDeclined',
    )
    expect(declined?.text).toContain('The card is tried again from')
    const dunning = async () => {
      const { id } = (await subscriptionOf(buyer)) ?? expect.fail('no subscription')
      return app.db.selectFrom('dunnings').selectAll().where('subscription_id', '=', id).execute()
    }
    const first = (await dunning())[0]?.retry_at
    app.clock.advance(2 * DAY)
    await says('RenewalFailure', ccbill.fails(buyer.sale, now(), day(3)))
    await run(dunningJob)
    const second = (await dunning())[0]?.retry_at
    expect(second?.getTime()).toBeGreaterThan(first?.getTime() ?? Infinity)
    app.clock.advance(2 * DAY)
    const asked = ccbill.asked.filter((action) => action !== 'viewSubscriptionStatus').length
    await run(dunningJob)
    expect(ccbill.asked.filter((action) => action !== 'viewSubscriptionStatus').length).toBe(asked)
    await says('RenewalSuccess', ccbill.renews(buyer.sale, now()))
    expect(await dunning()).toMatchObject([{ outcome: 'recovered' }])
    expect(await premiumDays(buyer)).toBe(30)
  })

  test('that CCBill gives up ends, and its grace stays', async () => {
    const buyer = await buys()
    app.clock.advance(30 * DAY)
    await says('RenewalFailure', ccbill.fails(buyer.sale, now(), ''))
    expect(await premiumDays(buyer)).toBe(7)
    app.clock.advance(DAY)
    await says('Expiration', ccbill.expires(buyer.sale, now()))
    expect([await premiumDays(buyer), (await subscriptionOf(buyer))?.cancelled_at]).toEqual([
      6,
      now(),
    ])
  })

  test('is cancelled at CCBill for a member who cancels here, once, and again if it was not heard', async () => {
    const buyer = await buys()
    const { contracts } = await buyer.member.calls(listContracts)
    expect(contracts).toHaveLength(1)
    await buyer.member.calls(cancelRenewal, { body: { order: buyer.order } })
    ccbill.misbehaves('down')
    await run(cancellationJob)
    expect(ccbill.state(buyer.sale['subscriptionId'] ?? '').status).toBe(2)
    ccbill.misbehaves(null)
    app.clock.advance(6 * MINUTE)
    await run(cancellationJob)
    expect([
      ccbill.state(buyer.sale['subscriptionId'] ?? '').status,
      (await subscriptionOf(buyer))?.cancel_confirmed_at,
    ]).toEqual([1, now()])
    await says('Cancellation', ccbill.cancels(buyer.sale, now()))
    expect(await premiumDays(buyer)).toBe(30)
  })

  test('is cancelled and made to renew again by its buyer, on CCBill’s own pages', async () => {
    const buyer = await buys()
    await says('Cancellation', ccbill.cancels(buyer.sale, now()))
    expect((await subscriptionOf(buyer))?.cancelled_at).toEqual(now())
    app.clock.advance(HOUR)
    await says('UserReactivation', ccbill.reactivates(buyer.sale, now()))
    expect([(await subscriptionOf(buyer))?.cancelled_at, await premiumDays(buyer)]).toEqual([
      null,
      30,
    ])
  })

  test('that a member withdraws from is refunded once, though the answer was lost', async () => {
    const buyer = await buys()
    await buyer.member.calls(withdraw, {
      body: { name: 'Payer', email: `payer${people}@example.org`, order: `AC-${buyer.order}` },
    })
    await run(declarationJob)
    const id = buyer.sale['subscriptionId'] ?? ''
    await run(refundJob)
    expect([ccbill.state(id).refunds, ccbill.state(id).refunded]).toEqual([1, '29.95'])
    await app.db
      .updateTable('refunds')
      .set({ confirmed_at: null, tried_at: null })
      .where('order_id', '=', buyer.order)
      .execute()
    await run(refundJob)
    expect(ccbill.state(id).refunds).toBe(1)
    // CCBill reports it, with a transaction of its own.
    ccbill.state(id).refunds -= 1
    await says('Refund', ccbill.takesBack(buyer.sale, now(), { how: 'refund' }))
    expect([await stateOf(buyer), (await userOf(buyer)).isPremium]).toEqual(['refunded', false])
  })

  test('is paid back for support on CCBill’s own pages alone, and nothing is asked for', async () => {
    const buyer = await buys()
    const Sue = await worksAs(app, `Sue${people}`, { roles: ['support'] })
    const [charge] = await paymentsOf(app, buyer.order)
    const id = buyer.sale['subscriptionId'] ?? ''
    const why = expect.stringMatching(/on its own pages/) as string
    const { support } = await Sue.calls(getMemberFile, {
      params: { id: buyer.member.id },
      query: {},
    })
    expect(support?.charges).toMatchObject([{ why }])
    for (const sum of [undefined, '10.00'])
      await expect(
        Sue.calls(actOnMember, {
          body: {
            ...{ accountId: buyer.member.id, act: 'refund', reason: 'A fault', sum },
            payment: charge?.id,
          },
        }),
      ).rejects.toMatchObject({ code: 'conflict', message: why })
    await run(refundJob)
    expect(ccbill.state(id).refunds).toBe(0)
    expect(await stateOf(buyer)).toBe('paid')
  })

  test.each(['the charge’s', 'its own'])(
    'that CCBill refunds ends; the transaction is %s',
    async (whose) => {
      const buyer = await buys()
      const transactionId = whose === 'its own' ? undefined : buyer.sale['transactionId']
      await says(
        'Refund',
        ccbill.takesBack(buyer.sale, now(), {
          how: 'refund',
          ...(transactionId === undefined ? {} : { transactionId }),
        }),
      )
      expect([await stateOf(buyer), (await userOf(buyer)).isPremium]).toEqual(['refunded', false])
    },
  )

  test('that a bank takes back puts the account under review', async () => {
    const buyer = await buys()
    const chargeback = ccbill.takesBack(buyer.sale, now(), { how: 'chargeback' })
    await says('Chargeback', chargeback)
    await says('Chargeback', chargeback, { as: 'json' })
    expect([await stateOf(buyer), (await userOf(buyer)).isPremium]).toEqual(['chargedBack', false])
    await expect(startsOrder(buyer.member, 'ac-month')).rejects.toThrow(CallError)
    const rows = await app.db
      .selectFrom('chargebacks')
      .selectAll()
      .where('order_id', '=', buyer.order)
      .execute()
    expect(rows).toMatchObject([
      { amount: 2995, currency: 'USD', reason: 'Fraudulent Transaction' },
    ])
  })

  test('of credits that were refunded gives back what is left of them', async () => {
    const buyer = await buys('wivesnow')
    await says('Refund', ccbill.takesBack(buyer.sale, now(), { how: 'refund' }))
    expect([await stateOf(buyer), await balance(buyer)]).toEqual(['refunded', 0])
  })
})

test('the password of DataLink, which stands in its addresses, reaches no log', async () => {
  const buyer = await orders()
  const sale = await ccbill.pays(buyer.checkout, now())
  for (const how of ['down', 'html', 'half', -1] as const) {
    ccbill.misbehaves(how)
    app.clock.advance(DAY)
    await says('NewSaleSuccess', sale)
  }
  const gone = await startApp({ ...ccbill.settings, CCBILL_DATALINK_URL: 'http://127.0.0.1:9' })
  await reports(gone, 'NewSaleSuccess', sale)
  await runJob(gone, ccbillJob)
  const log = [...app.logged, ...gone.logged].join('\n')
  await gone.close()
  expect(log).toContain('CCBill did not confirm')
  expect(log).toContain('viewSubscriptionStatus')
  for (const secret of [
    PASSWORD,
    encodeURIComponent(PASSWORD),
    'datalink1',
    'password=',
    'subscriptionManagement',
  ])
    expect(log).not.toContain(secret)
})
