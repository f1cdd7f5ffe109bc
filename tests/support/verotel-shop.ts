import { expect } from 'vitest'
import { DAY } from '#lib/clock.ts'
import { getParameters } from '#members/viewer/parameters.contract.ts'
import { getBillingData, upgrade } from '#money/checkout/orders.contract.ts'
import { balanceOf } from '#money/credits/credits.sql.ts'
import { apiHostFor } from '#sites/hosts.ts'
import { startApp, type TestApp } from './app.ts'
import { type CastMember, joins } from './cast.ts'
import { mailsTo } from './mail.ts'
import { serve } from './serve.ts'
import { type Fill, postbackOf, type Recorded, signedBy } from './verotel.ts'

/** Three shops of one account; the other brands charge by the gateway. */
export const shops = {
  adultcrush: { id: '68849', key: 'zpXwe2D77g4P7ysGJcr3rY87TBYs6J' },
  wivesnow: { id: '68850', key: 'KzkfbQBeTEAPjFXFuPfuAzUfZZzSqz' },
  truebootycall: { id: '68851', key: 'w4V6sYq0dDk2aTz8mPn5uXe7hLr3cB' },
} as const
type ShopBrand = keyof typeof shops

export const PASSWORD = 'only for the Control Center'

type Sale = {
  brand: ShopBrand
  order: string
  id: number
  transaction: number
  currency: string
  price: string
  isSubscription: boolean
  isCancelled: boolean
  next?: string
  expires?: string
}
export type VerotelShop = Awaited<ReturnType<typeof startVerotelShop>>

/**
 * The product, and a Verotel of its own over a real socket: order page, status, Control Center.
 * What Verotel would report waits in `outbox`, so that a test sends it in any order and number.
 * `instead` stands in for the Control Center.
 */
export async function startVerotelShop(env: Record<string, string> = {}) {
  let number = 1_000_000
  const sales: Sale[] = []
  const refunded = new Set<string>()
  const asked: string[] = []
  const outbox: URLSearchParams[] = []
  type Stub = (() => Response | Promise<Response>) | null
  const state: { instead: Stub; insteadOfStatus: Stub } = { instead: null, insteadOfStatus: null }

  const report = (kind: Recorded, sale: Sale, fill: Fill = {}): URLSearchParams => {
    const { id: shop, key } = shops[sale.brand]
    const { order, id, currency, price } = sale
    const made = signedBy(
      key,
      postbackOf(kind, { order, sale: id, shop, currency, price, next: '2026-12-20', ...fill }),
    )
    outbox.push(made)
    return made
  }

  function startOrder(query: URLSearchParams): Response {
    const given = Object.fromEntries(query)
    const { signature, email: _, ...parameters } = given
    const [brand, shop] =
      Object.entries(shops).find(([, { id }]) => id === parameters['shopID']) ?? []
    if (!brand || !shop || signedBy(shop.key, parameters).get('signature') !== signature)
      return new Response('Invalid signature', { status: 400 })
    const {
      referenceID: order = '',
      priceAmount: price = '',
      priceCurrency: currency = '',
      type,
      trialAmount: trial,
    } = parameters
    if (sales.some((sale) => sale.order === order))
      return new Response('The referenceID is not unique', { status: 400 })
    const isSubscription = type === 'subscription'
    const sale: Sale = {
      brand: brand as ShopBrand,
      order,
      id: (number += 1),
      transaction: (number += 1),
      currency,
      price,
      isSubscription,
      isCancelled: false,
    }
    sales.push(sale)
    report(isSubscription ? (trial === undefined ? 'initial' : 'trial') : 'purchase', sale, {
      transaction: sale.transaction,
      ...(trial === undefined ? {} : { trial }),
    })
    return new Response(null, {
      status: 302,
      headers: { Location: parameters['successURL'] ?? '' },
    })
  }

  function saleStatus(query: URLSearchParams): Response {
    const sale = sales.find(({ order }) => order === query.get('referenceID'))
    const lines = sale
      ? [
          'response: FOUND',
          `saleID: ${sale.id}`,
          'saleResult: APPROVED',
          `priceAmount: ${sale.price}`,
          'email: buyer@example.org',
          ...(sale.next === undefined ? [] : [`nextChargeOn: ${sale.next}`]),
          ...(sale.expires === undefined ? [] : [`expiresOn: ${sale.expires}`]),
        ]
      : ['response: NOTFOUND']
    return new Response(`---\n${lines.join('\n')}\n`)
  }

  async function controlCenter(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    asked.push(`${pathname} ${await request.text()}`.trim())
    if (state.instead) return state.instead()
    const refused = (status: number, title: string) =>
      Response.json({ error: { title } }, { status })
    if (request.headers.get('Authorization') !== `Basic ${btoa(`shopkeeper:${PASSWORD}`)}`)
      return refused(401, 'Unauthorized')
    const [, , kind, id = '', act] = pathname.split('/')
    const sale = sales.find((one) => String(kind === 'sale' ? one.id : one.transaction) === id)
    if (!sale) return refused(404, 'Not found')
    if (act === 'cancel') {
      if (sale.isCancelled) return refused(412, 'This sale is already cancelled.')
      sale.isCancelled = true
      report('cancel', sale)
    } else {
      if (refunded.has(id)) return refused(412, 'This transaction is already refunded.')
      refunded.add(id)
      const amount = new URLSearchParams(asked.at(-1)?.split(' ')[1]).get('amount') ?? ''
      report(sale.isSubscription ? 'credit' : 'purchaseCredit', sale, {
        parent: id,
        transaction: (number += 1),
        price: amount,
      })
    }
    return Response.json({ is_success: true })
  }

  const server = await serve(async (request) => {
    const url = new URL(request.url)
    if (url.pathname === '/startorder') return startOrder(url.searchParams)
    if (url.pathname === '/salestatus')
      return state.insteadOfStatus?.() ?? saleStatus(url.searchParams)
    return url.pathname.startsWith('/api/')
      ? controlCenter(request)
      : new Response('Not found', { status: 404 })
  })
  const app: TestApp = await startApp({
    VEROTEL_SHOPS: Object.entries(shops)
      .map(([brand, { id, key }]) => `${brand}:${id}:${key}`)
      .join(','),
    VEROTEL_API_USER: 'shopkeeper',
    VEROTEL_API_PASSWORD: PASSWORD,
    VEROTEL_URL: server.origin,
    VEROTEL_API_URL: server.origin,
    ...env,
  })

  /** As Verotel calls: without cookie, Origin and X-Requested-With. */
  const send = async (
    postback: URLSearchParams,
    brand = 'adultcrush',
  ): Promise<[status: number, body: string]> => {
    const headers = {
      'X-Requested-With': undefined,
      Origin: undefined,
      Host: apiHostFor(`www.${brand}.localhost:4321`),
    }
    const answer = await app
      .visitor(brand, { ip: '195.20.32.202' })
      .request(`/webhook/verotel?${postback}`, { headers })
    return [answer.status, await answer.text()]
  }

  return {
    app,
    sales,
    /** What the Control Center was asked for. */
    asked,
    outbox,
    report,
    send,
    /** Sends what waits, in its order. */
    async deliver(): Promise<Array<[number, string]>> {
      const answers: Array<[number, string]> = []
      for (const postback of outbox.splice(0)) answers.push(await send(postback))
      return answers
    },
    insteadOfControlCenter: (answer: Stub) => void (state.instead = answer),
    insteadOfStatus: (answer: Stub) => void (state.insteadOfStatus = answer),
    close: async () => {
      server.close()
      await app.close()
    },
  }
}

export type Buyer = { member: CastMember; order: number; sale: Sale }

/** What members do at these shops, and how they stand then. */
export function buyersOf(shop: () => VerotelShop) {
  let people = 0
  const one = {
    async orders(brand: ShopBrand, keyword: string) {
      const member = await joins(shop().app, { brand, username: `Verotelbuyer${(people += 1)}` })
      const { order, checkout } = await member.calls(upgrade, { body: { keyword } })
      return { member, order, checkout: checkout ?? expect.fail('no page to pay on') }
    },
    /** Orders and pays on Verotel's page; its postback waits. */
    async pays(brand: ShopBrand = 'adultcrush', keyword = 'ac-month'): Promise<Buyer> {
      const { member, order, checkout } = await one.orders(brand, keyword)
      const answer = await fetch(checkout, { redirect: 'manual' })
      expect([answer.status, answer.headers.get('Location')]).toEqual([
        302,
        `http://www.${brand}.localhost:4321/billing/upgrade?order=${order}`,
      ])
      return { member, order, sale: shop().sales.at(-1) ?? expect.fail('no sale') }
    },
    async buys(brand?: ShopBrand, keyword?: string): Promise<Buyer> {
      const buyer = await one.pays(brand, keyword)
      expect(await shop().deliver()).toEqual([[200, 'OK']])
      return buyer
    },
    stateOf: async ({ member, order }: Pick<Buyer, 'member' | 'order'>) =>
      (await member.calls(getBillingData, { query: { order } })).order?.state,
    userOf: async ({ member }: Buyer) =>
      (await member.calls(getParameters, { query: {} })).userInfo,
    balance: ({ member }: Buyer) => balanceOf(shop().app.db, member.id, shop().app.clock.now()),
    /** Kinds, oldest first. */
    mailsOf: async ({ member }: Buyer) =>
      (await mailsTo(shop().app, `${member.username.toLowerCase()}@example.org`))
        .map(({ kind }) => kind)
        .toReversed(),
    subscriptionOf: ({ order }: Buyer) =>
      shop()
        .app.db.selectFrom('subscriptions')
        .selectAll()
        .where('order_id', '=', order)
        .executeTakeFirst(),
    async premiumDays({ member }: Buyer): Promise<number> {
      const row = await shop()
        .app.db.selectFrom('accounts')
        .select('premium_until as until')
        .where('id', '=', member.id)
        .executeTakeFirstOrThrow()
      return row.until === null ? 0 : (row.until.getTime() - shop().app.clock.now().getTime()) / DAY
    },
  }
  return one
}
