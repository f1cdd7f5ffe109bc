import { DAY, later } from '#lib/clock.ts'
import { getBillingData, upgrade } from '#money/checkout/orders.contract.ts'
import { formAddress } from '#money/processors/gateway/form-address.ts'
import { createGateway } from '#sandbox/gateway.server.ts'
import { apiHostFor } from '#sites/hosts.ts'
import { type TestApp, startApp } from './app.ts'
import { type CastMember, joins } from './cast.ts'
import { serve } from './serve.ts'

const SECRET = 'a secret between two servers'

export type Shop = Awaited<ReturnType<typeof startShop>>

/**
 * The product and the sandbox gateway, which speak over HTTP in both directions. Their clocks
 * advance together. The second argument runs before the gateway answers: another answer stands in
 * for it.
 */
export async function startShop(
  env: Record<string, string> = {},
  instead: (request: Request) => Response | Promise<Response> | null = () => null,
) {
  let app: TestApp | undefined
  const merchant = await serve(async (request, peer) => {
    if (!app) throw new Error('the product is not up')
    return app.frontDoor(request, peer, async () => new Response(null, { status: 404 }))
  })
  let gateway: ReturnType<typeof createGateway> | undefined
  const gatewayServer = await serve(
    async (request) =>
      (await instead(request)) ?? (await (gateway as NonNullable<typeof gateway>)(request)),
  )
  app = await startApp({
    GATEWAY_URL: `http://public-key@gateway.localhost:${gatewayServer.port}`,
    GATEWAY_SECRET: SECRET,
    ...env,
  })
  const product = app
  const start = product.clock.now()
  gateway = createGateway(
    {
      address: `${merchant.origin}/webhook/gateway`,
      host: apiHostFor('www.adultcrush.localhost:4321'),
      secret: SECRET,
    },
    'public-key',
    {
      business: { now: () => start },
      wire: product.clock,
    },
  )
  const host = `gateway.localhost:${gatewayServer.port}`
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${gatewayServer.origin}${path}`, {
      redirect: 'manual',
      ...init,
      headers: {
        ...(init.headers as Record<string, string>),
        Origin: `http://127.0.0.1:${gatewayServer.port}`,
      },
    })
  let paidDays = 0
  return {
    app: product,
    host,
    ask,
    /** What an operator of the gateway, or a bank, does at its desk. */
    async desk(act: string, fields: Record<string, string | number> = {}): Promise<void> {
      const entries = Object.entries(fields).map(([name, value]): [string, string] => [
        name,
        String(value),
      ])
      const answer = await ask('/desk', {
        method: 'POST',
        body: new URLSearchParams([['act', act], ...entries]),
      })
      if (answer.status !== 303) throw new Error(`the desk answered ${answer.status}`)
    },
    /**
     * Both clocks: the product's first, since its answers to the gateway's reports are of that day.
     */
    async days(count: number): Promise<void> {
      product.clock.advance(count * DAY)
      paidDays += count
      await this.desk('advance', { days: count })
    },
    today: () => later(start, paidDays * DAY),
    close: async () => {
      gatewayServer.close()
      merchant.close()
      await product.close()
    },
  }
}

/**
 * A new member orders, opens the gateway's form and pays with its approved card; the report is on
 * its way.
 */
export async function paysAt(
  shop: Shop,
  brand: string,
  keyword: string,
  username: string,
): Promise<{ member: CastMember; order: number }> {
  const member = await joins(shop.app, { brand, username })
  const { order } = await member.calls(upgrade, { body: { keyword } })
  const billing = await member.calls(getBillingData, { query: { order } })
  const url = new URL(
    formAddress(
      billing,
      { userId: member.id, username: 'Payer', emailCurrentUser: 'payer@example.com' },
      false,
    ),
  )
  url.searchParams.set('callback', 'heard')
  let page = await (await shop.ask(url.pathname + url.search)).text()
  const fill = async (fields: Record<string, string>) => {
    const [, form = ''] = /name=\\"form\\" value=\\"([^"\\]+)/.exec(page) ?? []
    page = await (
      await shop.ask('/pay', { method: 'POST', body: new URLSearchParams({ form, ...fields }) })
    ).text()
    return page
  }
  if (
    (
      await fill({ number: '4242 4242 4242 4242', expiry: '12/39', code: '1', postalCode: '10001' })
    ).includes('challenge')
  )
    await fill({ challenge: '123' })
  if (!page.includes('approved')) throw new Error(`the gateway answered ${page}`)
  return { member, order }
}
