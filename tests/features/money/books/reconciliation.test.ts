import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { DAY, HOUR, later } from '#lib/clock.ts'
import { sign } from '#lib/signature.server.ts'
import { reconciliationJob } from '#money/books/reconciliation.server.ts'
import { differencesSince } from '#money/books/reconciliation.sql.ts'
import { runJob } from '#tests/support/app.ts'
import { type CastMember, joins } from '#tests/support/cast.ts'
import { eventOf, gatewaySettings, reports, startsOrder } from '#tests/support/gateway.ts'
import { type Shop, startShop } from '#tests/support/sandbox.ts'

/** Field B7: each night our books are compared with the processor's list. */

let answer: ((request: Request) => Response | Promise<Response>) | null = null
let shop: Shop
beforeAll(async () => {
  shop = await startShop({}, (request) =>
    answer && request.url.endsWith('/listTransactions') ? answer(request) : null,
  )
})
afterAll(() => shop.close())

let people = 0
async function buys(): Promise<{ member: CastMember; order: number }> {
  const member = await joins(shop.app, { brand: 'adultcrush', username: `Owner${(people += 1)}` })
  const { order } = await startsOrder(member, 'ac-month')
  const charge = {
    order,
    keyword: 'ac-month',
    amount: 2995,
    renewalAmount: 2995,
    currency: 'USD',
    description: 'A month',
    renewsAfterDays: 30,
    expiresAt: '2999-01-01T00:00:00Z',
  }
  const query = new URLSearchParams({
    callback: 'heard',
    apiKey: 'public-key',
    keyword: 'ac-month',
    gatewayPassword: sign(charge, gatewaySettings.GATEWAY_SECRET),
  })
  const [, form = ''] =
    /name=\\"form\\" value=\\"([^"\\]+)/.exec(
      await (await shop.ask(`/getFormData?${query.toString()}`)).text(),
    ) ?? []
  await (
    await shop.ask('/pay', {
      method: 'POST',
      body: new URLSearchParams({
        form,
        number: '4242 4242 4242 4242',
        expiry: '12/39',
        code: '1',
      }),
    })
  ).text()
  return { member, order }
}
const night = () => runJob(shop.app, reconciliationJob)
const orderOf = (id: number) =>
  shop.app.db
    .selectFrom('orders')
    .select(['paid_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const differences = async (order: number) =>
  (await differencesSince(shop.app.db, later(shop.app.clock.now(), -30 * DAY), 100)).filter(
    (one) => one.order === order,
  )

test('a webhook that was lost is applied the same way, once, with its receipt', async () => {
  await shop.desk('lose', { count: 1 })
  const { member, order } = await buys()
  expect((await orderOf(order)).paid_at).toBeNull()
  await shop.days(1)
  await Promise.all([night(), night()])
  await night()
  expect((await orderOf(order)).paid_at).toEqual(shop.app.clock.now())
  expect(await differences(order)).toMatchObject([
    { kind: 'missed', type: 'payment.approved', detail: 'applied', closedAt: shop.app.clock.now() },
  ])
  const { db } = shop.app.services
  const mails = await db
    .selectFrom('mails')
    .select('kind')
    .where('account_id', '=', member.id)
    .where('kind', '=', 'receipt')
    .execute()
  expect(mails).toHaveLength(1)
})

test('a payment of an order that nobody made stays open for an operator', async () => {
  const event = eventOf(shop.app, { order: 999_999_001 })
  answer = () => Response.json({ transactions: [event], next: null })
  await shop.days(1)
  await night()
  answer = null
  expect(await differences(999_999_001)).toMatchObject([
    { kind: 'missed', detail: 'unknownOrder', closedAt: null },
  ])
})

test('a payment that is listed for a time to come is told, and changes nothing', async () => {
  const event = {
    ...eventOf(shop.app, { order: 999_999_002 }),
    occurredAt: later(shop.app.clock.now(), 400 * DAY).toISOString(),
  }
  answer = () => Response.json({ transactions: [event], next: null })
  await shop.days(1)
  await night()
  answer = null
  expect(await differences(999_999_002)).toMatchObject([
    { kind: 'missed', detail: 'it is listed for a time that is still to come', closedAt: null },
  ])
  expect(
    await shop.app.db
      .selectFrom('webhook_events')
      .select('event_id')
      .where('event_id', '=', event.id)
      .execute(),
  ).toEqual([])
})

test('another sum than was reported, and a report that the list does not have, are differences', async () => {
  const { order } = await buys()
  await vi.waitFor(async () => expect((await orderOf(order)).paid_at).not.toBeNull())
  const { payload } = await shop.app.db
    .selectFrom('webhook_events')
    .innerJoin('orders', (join) =>
      join
        .on('orders.id', '=', order)
        .on(sql`payload ->> 'reference'`, '=', sql.ref('orders.gateway_reference')),
    )
    .select('payload')
    .executeTakeFirstOrThrow()
  const forged = eventOf(shop.app, { order, type: 'payment.declined', reference: 'pay_forged' })
  await reports(shop.app, forged)
  answer = () =>
    Response.json({ transactions: [{ ...(payload as object), amount: 1 }], next: null })
  await shop.days(1)
  await night()
  answer = null
  const found = await differences(order)
  expect(found.map(({ kind, closedAt }) => [kind, closedAt]).toSorted()).toEqual([
    ['altered', null],
    ['unlisted', null],
  ])
  expect(found.find(({ kind }) => kind === 'unlisted')?.eventId).toBe(forged.id)
})

describe('a gateway that', () => {
  test.each<[string, () => Response | Promise<Response>]>([
    ['is down', () => new Response('no', { status: 503 })],
    [
      'answers HTML',
      () => new Response('<h1>Maintenance</h1>', { headers: { 'Content-Type': 'text/html' } }),
    ],
    [
      'answers script',
      () => new Response('alert(1)', { headers: { 'Content-Type': 'text/javascript' } }),
    ],
    ['answers other JSON', () => Response.json({ transactions: 'none' })],
    [
      'answers half a list',
      () => new Response('{"transactions":[', { headers: { 'Content-Type': 'application/json' } }),
    ],
  ])('%s is asked again within the hour, and nothing is lost', async (_, stubbed) => {
    await shop.desk('lose', { count: 1 })
    const { order } = await buys()
    await shop.days(1)
    answer = stubbed
    await night()
    expect((await orderOf(order)).paid_at).toBeNull()
    answer = null
    shop.app.clock.advance(HOUR)
    await night()
    expect((await orderOf(order)).paid_at).toEqual(shop.app.clock.now())
  })
})

test('a list of several pages is read to its end', async () => {
  const events = Array.from({ length: 5 }, (_, index) =>
    eventOf(shop.app, { order: 999_999_100 + index }),
  )
  answer = async (request) => {
    const { after } = (await request.json()) as { after: string | null }
    const start = events.findIndex(({ id }) => id === after) + 1
    return Response.json({
      transactions: events.slice(start, start + 2),
      next: start + 2 < events.length ? events[start + 1]?.id : null,
    })
  }
  await shop.days(1)
  await night()
  answer = null
  expect((await Promise.all(events.map(({ order }) => differences(order)))).flat()).toHaveLength(5)
})
