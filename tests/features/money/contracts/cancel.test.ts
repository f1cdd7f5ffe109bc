import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, MINUTE } from '#lib/clock.ts'
import { upgrade } from '#money/checkout/orders.contract.ts'
import { cancellationJob, cancelRenewals, renewalsOf } from '#money/contracts/cancel.server.ts'
import { createGateway } from '#sandbox/gateway.server.ts'
import { decideTask } from '#staff/decisions/deciding/decide.contract.ts'
import { decisionJob } from '#staff/decisions/deciding/decide.server.ts'
import { runJob, startApp, type TestApp } from '#tests/support/app.ts'
import { alice, type CastMember, joins, worksAs } from '#tests/support/cast.ts'
import { eventOf, gatewaySettings, reports } from '#tests/support/gateway.ts'
import { mailsTo } from '#tests/support/mail.ts'
import { answersApproval, approvalsFor } from '#tests/support/verdicts.ts'

/** A cancellation reaches the gateway, signed, however often it has to be told. */

const told: Array<{ status: number; body: string }> = []
let app: TestApp
let server: Server
let Alice: CastMember
let isAway = true
beforeAll(async () => {
  const gateway = createGateway(
    {
      address: 'http://127.0.0.1:1',
      host: 'api.adultcrush.localhost',
      secret: gatewaySettings.GATEWAY_SECRET,
    },
    'public-key',
  )
  server = createServer((incoming, outgoing) => {
    void text(incoming).then(
      async (body) => {
        const headers = new Headers(
          Object.entries(incoming.headers).flatMap(([name, value]) =>
            typeof value === 'string' ? [[name, value] as [string, string]] : [],
          ),
        )
        const { status } = isAway
          ? { status: 503 }
          : await gateway(
              new Request(`http://gateway.localhost${incoming.url}`, {
                method: 'POST',
                headers,
                body,
              }),
            )
        told.push({ status, body })
        outgoing.writeHead(status).end()
      },
      // Its client has gone: what it asked is tried again, or given up.
      () => outgoing.destroy(),
    )
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  app = await startApp({
    ...gatewaySettings,
    GATEWAY_URL: `http://public-key@gateway.localhost:${port}`,
  })
  Alice = await alice(app)
  await subscribes(Alice)
})
afterAll(async () => {
  server.close()
  await app.close()
})

const work = () => runJob(app, cancellationJob)
const row = (who = Alice) =>
  app.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('account_id', '=', who.id)
    .executeTakeFirstOrThrow()
async function subscribes(who: CastMember): Promise<void> {
  const { order } = await who.calls(
    upgrade,
    { body: { keyword: 'ac-month' } },
    { idempotencyKey: `first-order-${who.id}` },
  )
  await reports(app, eventOf(app, { order }))
}
const cancel = () => app.transaction((trx) => cancelRenewals(trx, Alice.id, app.clock.now()))

test('a cancellation ends the renewal once, and not the time that is paid for', async () => {
  expect(await renewalsOf(app.db, Alice.id, app.clock.now())).toHaveLength(1)
  const paidUntil = (await row()).paid_until
  const both = await Promise.all([cancel(), cancel()])
  expect(both.flat().length).toBeGreaterThan(0)
  expect((await row()).cancelled_at).toEqual(app.clock.now())
  expect((await row()).paid_until).toEqual(paidUntil)
  expect(await renewalsOf(app.db, Alice.id, app.clock.now())).toEqual([])
})

test('a cancellation is told again after five minutes while the gateway is away, and never after it has confirmed', async () => {
  await work()
  await work()
  expect(told.map(({ status }) => status)).toEqual([503])
  isAway = false
  app.clock.advance(6 * MINUTE)
  await work()
  expect(told.map(({ status }) => status)).toEqual([503, 204])
  expect(JSON.parse(told[1]?.body ?? '')).toEqual({
    subscription: (await row()).provider_reference,
  })
  expect((await row()).cancel_confirmed_at).toEqual(app.clock.now())
  app.clock.advance(DAY)
  await work()
  expect(told).toHaveLength(2)
})

test('a cancellation of a member who is banned reaches the gateway once it is there again, and the statement says so', async () => {
  const Zoe = await joins(app, { brand: 'adultcrush', username: 'Zoe' })
  await subscribes(Zoe)
  isAway = true
  const before = told.length
  const staff = (username: string) => worksAs(app, username)
  const [Eve, Max] = [await staff('EveBans'), await staff('MaxAgrees')]
  const reason = {
    policy: 'scam',
    severity: 'critical',
    note: 'You asked three members for money.',
  } as const
  await Eve.calls(decideTask, { body: { accountId: Zoe.id, act: 'ban', ...reason } })
  await runJob(app, decisionJob)
  expect((await row(Zoe)).cancelled_at).toBeNull()
  const [asked] = (await approvalsFor(Max)).approvals
  await answersApproval(Max, 'decision', asked?.id ?? 0, 'approved')
  for (let turn = 0; turn < 2; turn += 1) await work()
  expect((await row(Zoe)).cancel_confirmed_at).toBeNull()
  isAway = false
  app.clock.advance(6 * MINUTE)
  await Promise.all([work(), work()])
  expect(told.slice(before).map(({ status }) => status)).toEqual([503, 204])
  expect(JSON.parse(told.at(-1)?.body ?? '')).toEqual({
    subscription: (await row(Zoe)).provider_reference,
  })
  expect((await row(Zoe)).cancel_confirmed_at).toEqual(app.clock.now())
  const [mail] = (await mailsTo(app, 'zoe@example.org')).filter(({ kind }) => kind === 'decision')
  expect(mail?.text).toContain('We have cancelled your membership where')
})
