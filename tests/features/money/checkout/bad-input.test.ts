import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { MINUTE } from '#lib/clock.ts'
import { getBillingData, upgrade } from '#money/checkout/orders.contract.ts'
import { upgradePassthroughUrl } from '#money/checkout/partner/passthrough.contract.ts'
import { cancellationJob } from '#money/contracts/cancel.server.ts'
import { cancelRenewal, withdraw } from '#money/contracts/ending/declarations.contract.ts'
import { declarationJob } from '#money/contracts/ending/declarations.server.ts'
import { refundJob } from '#money/contracts/refunds.server.ts'
import { balanceOf } from '#money/credits/credits.sql.ts'
import { runCardFrame } from '#money/processors/gateway/card-frame.client.ts'
import { FORM_TIMEOUT } from '#money/processors/gateway/card-frame.ts'
import { formAddress } from '#money/processors/gateway/form-address.ts'
import { startApp } from '#tests/support/app.ts'
import { type CastMember, joins } from '#tests/support/cast.ts'
import { eventOf, gatewaySettings, reports } from '#tests/support/gateway.ts'
import { mailsTo } from '#tests/support/mail.ts'
import { type Shop, startShop } from '#tests/support/sandbox.ts'

/**
 * What may come from outside to where money is, and the test that holds it: file, and words of its
 * name.
 */
const held: ReadonlyArray<[input: string, file: string, name: string]> = [
  [
    'an amount, price or currency from the browser',
    'orders.test.ts',
    'has the price that the brand’s data says, whatever the browser says',
  ],
  [
    'a price changed on the way to the gateway',
    'orders.test.ts',
    'cannot have its price changed on the way to the gateway',
  ],
  [
    'a price that changed since the page was rendered',
    'orders.test.ts',
    'is not made at other prices than the page showed, and says so',
  ],
  ['a product of another brand', 'orders.test.ts', 'is only for what this brand sells'],
  [
    'a webhook of an order that nobody made',
    'webhooks.test.ts',
    'of an order that nobody made is kept and changes nothing',
  ],
  [
    'a webhook with another brand’s price',
    'bad-input.test.ts',
    'with the price of another brand’s product',
  ],
  ['a webhook at another brand’s host', 'bad-input.test.ts', 'at another brand’s host'],
  ['a webhook of another partner', 'partner.test.ts', 'of another partner'],
  ['an altered webhook', 'webhooks.test.ts', 'with a body that was changed'],
  [
    'an altered webhook of the partner',
    'bad-input.test.ts',
    'of the partner with a body that was changed',
  ],
  ['a late webhook', 'webhooks.test.ts', 'when it is older than five minutes, or from the future'],
  ['a late webhook of the partner', 'partner.test.ts', 'that is six minutes old'],
  [
    'a webhook from a wrong address through X-Forwarded-For',
    'bad-input.test.ts',
    'with a lying X-Forwarded-For',
  ],
  [
    'webhooks in the wrong order',
    'webhooks.test.ts',
    'that overtakes its payment leaves nothing of either',
  ],
  [
    'webhooks of renewals in the wrong order',
    '../contracts/lifecycle.test.ts',
    'twice and in reverse order leave what they would leave in order',
  ],
  [
    'a webhook that comes twice',
    'webhooks.test.ts',
    'gives the credits of a pack once in 50 parallel duplicates',
  ],
  [
    'the partner’s webhooks twice and in the wrong order',
    'partner.test.ts',
    'may come twice, late, and in any order',
  ],
  [
    'one reference for two orders',
    'webhooks.test.ts',
    'whose name is that of another order’s payment',
  ],
  ['two payments of one order', 'bad-input.test.ts', 'is paid back once, and ends its own renewal'],
  [
    'a gateway down, slow, or answering HTML or script, as the card form loads',
    'bad-input.test.ts',
    'the card form’s loading ends',
  ],
  [
    'the same, as the card is sent',
    'bad-input.test.ts',
    'the card form says that it may have been paid',
  ],
  [
    'the same, as a renewal is cancelled or a payment refunded',
    'bad-input.test.ts',
    'loses no cancellation and no refund',
  ],
  [
    'the same, as a renewal is charged again',
    '../contracts/lifecycle.test.ts',
    'a retry is asked for again while the gateway answers nothing of use',
  ],
  [
    'the same, as the books are compared',
    '../books/reconciliation.test.ts',
    'is asked again within the hour, and nothing is lost',
  ],
  ['a message from a foreign window', '../processors/card-frame.test.ts', 'nothing of %s'],
  [
    'a partner that is down or answers script or another address',
    'partner.test.ts',
    'and to the dashboard while the partner is %s',
  ],
  ['no address of the partner at all', 'bad-input.test.ts', 'a partner that is not configured'],
  ['two tabs that buy at once', 'bad-input.test.ts', 'open one order, which is paid once'],
  ['a declined card', 'webhooks.test.ts', 'that was declined leaves the order to another card'],
  [
    'somebody else’s order number on the withdrawal page',
    '../contracts/ending.test.ts',
    'of somebody else’s order changes nothing, and tells nothing',
  ],
  ['somebody else’s order in the billing data', 'orders.test.ts', 'is seen by nobody else'],
]

test.each(held)('%s is held by a test of %s', async (_, file, name) => {
  const text = await readFile(join(import.meta.dirname, file), 'utf8')
  const tests = import.meta.filename.endsWith(file)
    ? text.slice(text.indexOf('test.each(held)'))
    : text
  expect(tests.includes(name)).toBe(true)
})

type Answer = () => Response | Promise<Response>
let instead: { path: string; answer: Answer } | null = null
const asked: string[] = []
let shop: Shop
beforeAll(async () => {
  shop = await startShop(
    {
      PARTNER_URL: 'http://partner.localhost:4398',
      PARTNER_SECRET: 'a secret of product and partner',
    },
    (request) => {
      const { pathname } = new URL(request.url)
      asked.push(pathname)
      return instead?.path === pathname ? instead.answer() : null
    },
  )
})
afterAll(() => shop.close())
afterEach(() => {
  instead = null
  vi.restoreAllMocks()
})

let people = 0
const db = () => shop.app.db
const signal = () => new AbortController().signal
const emailOf = ({ username }: CastMember) => `${username.toLowerCase()}@example.org`
const orderOf = (id: number) =>
  db().selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const outcomeOf = async (id: string) =>
  (
    await db()
      .selectFrom('webhook_events')
      .select('outcome')
      .where('event_id', '=', id)
      .executeTakeFirst()
  )?.outcome

async function orders(
  brand = 'adultcrush',
  keyword = 'ac-month',
  member?: CastMember,
): Promise<{ member: CastMember; order: number }> {
  const buyer = member ?? (await joins(shop.app, { brand, username: `Shopper${(people += 1)}` }))
  const { order } = await buyer.calls(
    upgrade,
    { body: { keyword } },
    { idempotencyKey: crypto.randomUUID() },
  )
  return { member: buyer, order }
}

/** Opens the gateway's form for an order, as one tab does; returns what pays it. */
async function opensForm({
  member,
  order,
}: {
  member: CastMember
  order: number
}): Promise<() => Promise<string>> {
  const billing = await member.calls(getBillingData, { query: { order } })
  const url = new URL(
    formAddress(
      billing,
      { userId: member.id, username: 'Shopper', emailCurrentUser: emailOf(member) },
      false,
    ),
  )
  url.searchParams.set('callback', 'heard')
  const page = await (await shop.ask(url.pathname + url.search)).text()
  const [, form = ''] = /name=\\"form\\" value=\\"([^"\\]+)/.exec(page) ?? []
  return async () =>
    (
      await shop.ask('/pay', {
        method: 'POST',
        body: new URLSearchParams({ form, number: '4242424242424242', expiry: '12/39', code: '1' }),
      })
    ).text()
}

async function buys(): Promise<{ member: CastMember; order: number }> {
  const bought = await orders()
  await (
    await opensForm(bought)
  )()
  await vi.waitFor(async () => expect((await orderOf(bought.order)).paid_at).not.toBeNull())
  return bought
}

async function premiumDays(member: CastMember): Promise<number> {
  const { premium_until: until } = await db()
    .selectFrom('accounts')
    .select('premium_until')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow()
  return until === null
    ? 0
    : Math.round((until.getTime() - shop.app.clock.now().getTime()) / (1440 * MINUTE))
}

describe('a webhook', () => {
  test('with the price of another brand’s product pays for nothing', async () => {
    const { member, order } = await orders('wivesnow', 'wn-20')
    const event = eventOf(shop.app, { order, amount: 2995, currency: 'USD' })
    expect((await reports(shop.app, event)).status).toBe(200)
    expect([
      await outcomeOf(event.id),
      (await orderOf(order)).paid_at,
      await balanceOf(db(), member.id, shop.app.clock.now()),
    ]).toEqual(['wrongAmount', null, 0])
  })

  test('at another brand’s host is of its order’s brand and no other', async () => {
    const { member, order } = await orders('wivesnow', 'wn-20')
    const event = eventOf(shop.app, { order, amount: 990, currency: 'EUR', subscription: null })
    await reports(shop.app, event, { headers: { Host: 'api.adultcrush.localhost:4321' } })
    expect([
      await balanceOf(db(), member.id, shop.app.clock.now()),
      await premiumDays(member),
    ]).toEqual([20, 0])
  })

  test('with a lying X-Forwarded-For is believed by its signature alone', async () => {
    const { order } = await orders()
    const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } })
    const forged = await reports(shop.app, eventOf(shop.app, { order }), {
      secret: 'not the secret of these two',
      ...from('127.0.0.1'),
    })
    expect([forged.status, (await orderOf(order)).paid_at]).toEqual([403, null])
    const lying = await reports(
      shop.app,
      eventOf(shop.app, { order }),
      from('198.51.100.66, unknown, "'),
    )
    expect([lying.status, (await orderOf(order)).paid_at]).toEqual([200, shop.app.clock.now()])
  })

  test.each([
    [
      'of the partner with a body that was changed',
      (body: string) => body.replace('access.ended', 'access.granted'),
    ],
    ['of the partner whose signature is of the gateway’s secret', (body: string) => body],
  ])('%s is refused', async (what, change) => {
    const body = JSON.stringify({
      id: `evt_${people}`,
      type: 'access.ended',
      occurredAt: shop.app.clock.now().toISOString(),
      member: 'x',
      partner: 7,
      until: null,
    })
    const timestamp = String(Math.floor(shop.app.clock.now().getTime() / 1000))
    const secret = what.includes('changed')
      ? 'a secret of product and partner'
      : gatewaySettings.GATEWAY_SECRET
    const mac = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
    const answer = await shop.app.visitor('xmeeting').request('/webhook/partner', {
      method: 'POST',
      headers: {
        'X-Requested-With': undefined,
        Origin: undefined,
        'Content-Type': 'application/json',
        'X-Forwarded-For': '127.0.0.1',
        'X-Webhook-Timestamp': timestamp,
        'X-Webhook-Signature': `sha256=${mac}`,
      },
      body: change(body),
    })
    expect(answer.status).toBe(403)
  })
})

const page = (status: number, type: string, body: string) => () =>
  new Response(body, { status, headers: { 'Content-Type': type } })
const never: Answer = () => new Promise(() => undefined)
const moods: Array<[mood: string, answer: Answer]> = [
  ['is down', page(503, 'text/plain', 'no')],
  ['answers a page of HTML', page(200, 'text/html', '<h1>Maintenance</h1>')],
  ['answers script', page(200, 'text/javascript', 'alert(1)')],
  [
    'leads elsewhere',
    () => new Response(null, { status: 307, headers: { Location: 'http://127.0.0.1:1/' } }),
  ],
  ['says nothing', never],
]

function soonAborted(): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), 20)
  return controller.signal
}

describe('a gateway that', () => {
  const cancelling = () => cancellationJob.start(shop.app.services).run(signal())
  const refunding = () => refundJob.start(shop.app.services).run(signal())

  test.each(moods)(
    '%s loses no cancellation and no refund, and the member hears at once',
    async (mood, answer) => {
      const [leaver, returner] = [await buys(), await buys()]
      await cancelling()
      const limits = vi.spyOn(AbortSignal, 'timeout')
      if (mood === 'says nothing') limits.mockImplementation(() => soonAborted())

      await leaver.member.calls(cancelRenewal, { body: { order: leaver.order } })
      await returner.member.calls(withdraw, {
        body: { name: 'Alice', order: `AC-${returner.order}`, email: emailOf(returner.member) },
      })
      await declarationJob.start(shop.app.services).run(signal())
      expect((await mailsTo(shop.app, emailOf(leaver.member)))[0]?.kind).toBe('cancelled')
      expect((await mailsTo(shop.app, emailOf(returner.member)))[0]?.kind).toBe('withdrawalReceipt')

      const subscription = () =>
        db()
          .selectFrom('subscriptions')
          .selectAll()
          .where('order_id', '=', leaver.order)
          .executeTakeFirstOrThrow()
      const refund = () =>
        db()
          .selectFrom('refunds')
          .selectAll()
          .where('order_id', '=', returner.order)
          .executeTakeFirstOrThrow()
      for (const [path, job] of [
        ['/cancelSubscription', cancelling],
        ['/refundPayment', refunding],
      ] as const) {
        instead = { path, answer }
        await job()
      }
      expect([(await subscription()).cancel_confirmed_at, (await refund()).confirmed_at]).toEqual([
        null,
        null,
      ])
      if (mood === 'says nothing')
        expect(new Set(limits.mock.calls.flat())).toEqual(new Set([10_000]))

      instead = null
      vi.restoreAllMocks()
      asked.length = 0
      shop.app.clock.advance(6 * MINUTE)
      for (const job of [cancelling, refunding, cancelling, refunding]) await job()
      expect([(await subscription()).cancel_confirmed_at, (await refund()).confirmed_at]).toEqual([
        shop.app.clock.now(),
        shop.app.clock.now(),
      ])
      expect(asked.filter((path) => path === '/refundPayment')).toHaveLength(1)
      expect([
        await premiumDays(leaver.member),
        (await orderOf(returner.order)).refunded_at,
      ]).toEqual([30, shop.app.clock.now()])
    },
  )
})

/** The sandboxed page, run with a window of the test's. */
function cardFrame({ sends }: { sends: () => Promise<Response> }) {
  const posted: Array<Record<string, unknown>> = []
  const scripts: Array<{ src: string; onerror: () => void }> = []
  const listeners: Record<string, (event: unknown) => void> = {}
  const parent = { postMessage: (message: Record<string, unknown>) => void posted.push(message) }
  class Form {
    action = 'http://gateway.localhost/pay'
  }
  const root = { childElementCount: 0, innerHTML: '', textContent: '', querySelector: () => null }
  const world = createContext({
    window: { parent },
    document: {
      querySelector: () => root,
      documentElement: { getBoundingClientRect: () => ({ height: 10 }) },
      createElement: () => ({ src: '', onerror: () => undefined, remove: () => undefined }),
      head: { append: (script: { src: string; onerror: () => void }) => void scripts.push(script) },
    },
    addEventListener: (type: string, listener: (event: unknown) => void) =>
      void (listeners[type] = listener),
    ResizeObserver: class {
      observe(): void {}
    },
    HTMLFormElement: Form,
    HTMLButtonElement: class {},
    FormData: class {
      *[Symbol.iterator]() {
        yield ['number', '4242']
      }
    },
    fetch: sends,
    setTimeout: (act: () => void, after: number) => setTimeout(act, after),
    clearTimeout,
    URLSearchParams,
    AbortSignal,
    Reflect,
  })
  const settings = {
    gateway: 'http://gateway.localhost',
    parent: 'http://www.adultcrush.localhost',
    timeout: FORM_TIMEOUT,
  }
  runInContext(`(${runCardFrame.toString()})(${JSON.stringify(settings)})`, world)
  return {
    posted,
    script: () => scripts.at(-1),
    load: () =>
      listeners['message']?.({
        source: parent,
        origin: settings.parent,
        data: { type: 'load', address: `${settings.gateway}/getFormData?x=1` },
      }),
    hears: (event: Record<string, unknown>) => listeners['message']?.(event),
    pays: () =>
      listeners['submit']?.({
        preventDefault: () => undefined,
        target: new Form(),
        submitter: null,
      }),
  }
}

describe('while the gateway is away', () => {
  // HTML and other script are loaded and call nothing back, as a gateway that says nothing; only a
  // refusal is an error.
  test.each(['is down', 'answers HTML, script or nothing'])(
    'and %s, the card form’s loading ends',
    (how) => {
      vi.useFakeTimers()
      try {
        const frame = cardFrame({ sends: async () => new Response() })
        frame.load()
        if (how === 'is down') frame.script()?.onerror()
        else vi.advanceTimersByTime(FORM_TIMEOUT - 1)
        expect(frame.posted.filter(({ type }) => type === 'failed')).toHaveLength(
          how === 'is down' ? 1 : 0,
        )
        vi.advanceTimersByTime(FORM_TIMEOUT)
        expect(frame.posted.filter(({ type }) => type === 'failed')).toHaveLength(1)
      } finally {
        vi.useRealTimers()
      }
    },
  )

  test.each(moods.filter(([, answer]) => answer !== never))(
    'and %s, the card form says that it may have been paid',
    async (_, answer) => {
      const frame = cardFrame({ sends: async () => answer() })
      frame.pays()
      await vi.waitFor(() =>
        expect(frame.posted.at(-1)).toMatchObject({
          type: 'error',
          error: expect.stringContaining('you may have paid') as string,
        }),
      )
    },
  )

  test('a foreign window loads nothing into it', () => {
    const frame = cardFrame({ sends: async () => new Response() })
    const data = { type: 'load', address: 'http://gateway.localhost/getFormData?x=1' }
    frame.hears({ source: {}, origin: 'http://www.adultcrush.localhost', data })
    frame.hears({ source: frame, origin: 'https://evil.example', data })
    expect(frame.script()).toBeUndefined()
  })
})

test('a partner that is not configured: the dashboard, and a report for us', async () => {
  const app = await startApp()
  const who = await joins(app, { brand: 'xmeeting', username: 'Xenia' })
  expect(await who.calls(upgradePassthroughUrl, { query: {} })).toEqual({
    status: 'failed',
    url: '/dashboard',
  })
  expect(app.logged.join('')).toContain('no billing partner is configured')
  await app.close()
})

describe('two tabs that buy at once', () => {
  test('open one order, which is paid once', async () => {
    const { member } = await orders('adultcrush', 'ac-year')
    const tabs = await Promise.all([orders('', 'ac-month', member), orders('', 'ac-month', member)])
    expect(new Set(tabs.map(({ order }) => order)).size).toBe(1)
    const [first, second] = await Promise.all(tabs.map(opensForm))
    const answers = [await first?.(), await second?.()]
    expect(answers[0]).toContain('approved')
    expect(answers[1]).toContain('already active payment')
    await vi.waitFor(async () => expect(await premiumDays(member)).toBe(30))
    // What is wanted afterwards is another purchase.
    expect((await orders('', 'ac-month', member)).order).not.toBe(tabs[0].order)
  })

  test('an order that is an hour old, or of another plan, is not opened again', async () => {
    const { member, order } = await orders()
    expect((await orders('', 'ac-year', member)).order).not.toBe(order)
    expect((await orders('', 'ac-month', member)).order).toBe(order)
    shop.app.clock.advance(61 * MINUTE)
    expect((await orders('', 'ac-month', member)).order).not.toBe(order)
  })

  test('a second payment of one order is paid back once, and ends its own renewal', async () => {
    const { member, order } = await orders()
    await reports(shop.app, eventOf(shop.app, { order }))
    const again = eventOf(shop.app, {
      order,
      reference: `pay_${order}_again`,
      subscription: `sub_${order}_again`,
    })
    await Promise.all([
      reports(shop.app, again),
      reports(shop.app, again),
      reports(shop.app, { ...again, id: `${again.id}_2` }),
    ])
    expect([await outcomeOf(again.id), await premiumDays(member)]).toEqual(['paidTwice', 30])
    const refunds = await db()
      .selectFrom('refunds')
      .selectAll()
      .where('order_id', '=', order)
      .execute()
    expect(refunds).toMatchObject([
      { payment_reference: again.reference, amount: 2995, currency: 'USD' },
    ])
    const subscriptions = await db()
      .selectFrom('subscriptions')
      .select(['provider_reference', 'cancel_asked_at', 'order_id'])
      .where('account_id', '=', member.id)
      .orderBy('provider_reference')
      .execute()
    expect(subscriptions).toEqual([
      { provider_reference: `sub_${order}`, cancel_asked_at: null, order_id: order },
      {
        provider_reference: `sub_${order}_again`,
        cancel_asked_at: shop.app.clock.now(),
        order_id: null,
      },
    ])
    expect(
      (await mailsTo(shop.app, emailOf(member))).filter(({ kind }) => kind === 'paidTwice'),
    ).toHaveLength(1)
    // The report of that refund is of the second payment, and leaves the first as it is.
    await reports(
      shop.app,
      eventOf(shop.app, { order, type: 'payment.refunded', reference: again.reference }),
    )
    expect([(await orderOf(order)).refunded_at, await premiumDays(member)]).toEqual([null, 30])
  })
})
