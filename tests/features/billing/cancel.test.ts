import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancellationJob, cancelRenewals, renewalsOf } from '../../../src/features/billing/cancel.server.ts'
import type { upgrade } from '../../../src/features/billing/orders.contract.ts'
import { DAY, MINUTE } from '../../../src/lib/clock.ts'
import { createGateway } from '../../../src/sandbox/gateway.server.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { alice, type CastMember } from '../../support/cast.ts'
import { eventOf, gatewaySettings, reports } from '../../support/gateway.ts'

/** A cancellation reaches the gateway, signed, however often it has to be told. */

const told: Array<{ status: number; body: string }> = []
let app: TestApp
let server: Server
let Alice: CastMember
let isAway = true
beforeAll(async () => {
  const gateway = createGateway({ address: 'http://127.0.0.1:1', host: 'api.adultcrush.localhost', secret: gatewaySettings.GATEWAY_SECRET }, 'public-key')
  server = createServer((incoming, outgoing) => {
    void text(incoming).then(async (body) => {
      const headers = new Headers(
        Object.entries(incoming.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as [string, string]] : [])),
      )
      const { status } = isAway ? { status: 503 } : await gateway(new Request(`http://gateway.localhost${incoming.url}`, { method: 'POST', headers, body }))
      told.push({ status, body })
      outgoing.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  app = await startApp({ ...gatewaySettings, GATEWAY_URL: `http://public-key@gateway.localhost:${port}` })
  Alice = await alice(app)
  const { order } = await Alice.send<typeof upgrade>('POST /billing/upgrade', { body: { keyword: 'ac-month' } }, { idempotencyKey: 'a-first-order' })
  await reports(app, eventOf(app, { order }))
})
afterAll(async () => {
  server.close()
  await app.close()
})

const cancel = () => app.services.db.transaction().execute((trx) => cancelRenewals(trx, Alice.id, app.clock.now()))
const work = () => cancellationJob.start(app.services).run(new AbortController().signal)
const row = () => app.services.db.selectFrom('subscriptions').selectAll().where('account_id', '=', Alice.id).executeTakeFirstOrThrow()

test('ends the renewal once, and not the time that is paid for', async () => {
  expect(await renewalsOf(app.services.db, Alice.id, app.clock.now())).toHaveLength(1)
  const paidUntil = (await row()).paid_until
  const both = await Promise.all([cancel(), cancel()])
  expect(both.flat().length).toBeGreaterThan(0)
  expect((await row()).cancelled_at).toEqual(app.clock.now())
  expect((await row()).paid_until).toEqual(paidUntil)
  expect(await renewalsOf(app.services.db, Alice.id, app.clock.now())).toEqual([])
})

test('is told again after five minutes while the gateway is away, and never after it has confirmed', async () => {
  await work()
  await work()
  expect(told.map(({ status }) => status)).toEqual([503])
  isAway = false
  app.clock.advance(6 * MINUTE)
  await work()
  expect(told.map(({ status }) => status)).toEqual([503, 204])
  expect(JSON.parse(told[1]?.body ?? '')).toEqual({ subscription: (await row()).provider_reference })
  expect((await row()).cancel_confirmed_at).toEqual(app.clock.now())
  app.clock.advance(DAY)
  await work()
  expect(told).toHaveLength(2)
})
