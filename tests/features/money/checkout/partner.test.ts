import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startSession } from '#api/sessions.sql.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '#lib/clock.ts'
import {
  type PartnerEvent,
  upgradePassthroughUrl,
} from '#money/checkout/partner/passthrough.contract.ts'
import { createPartner } from '#sandbox/partner.server.ts'
import { apiHostFor } from '#sites/hosts.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import {
  acceptsTerms,
  becomesPremium,
  type CastMember,
  joins,
  parametersFor,
} from '#tests/support/cast.ts'

/**
 * The billing partner: where members are sent, and what its reports open (specification §7 and §8,
 * decisions §1).
 */

const secret = 'a secret of product and partner'
type Behaviour = 'sandbox' | 'away' | 'script' | 'elsewhere' | 'nothing'
let behaviour: Behaviour = 'sandbox'
let asked: Array<Record<string, unknown>> = []
let app: TestApp
let server: Server
let origin = ''
beforeAll(async () => {
  const partner = createPartner({
    address: 'http://127.0.0.1:1',
    host: 'api.adultcrush.localhost',
    secret,
  })
  server = createServer((incoming, outgoing) => {
    void text(incoming).then(
      async (body) => {
        if (behaviour === 'away') return outgoing.writeHead(503).end()
        if (behaviour === 'script')
          return outgoing
            .writeHead(200, { 'Content-Type': 'text/html' })
            .end('<script>alert(1)</script>')
        if (behaviour === 'elsewhere')
          return outgoing
            .writeHead(200)
            .end(JSON.stringify({ url: 'https://elsewhere.example/pay' }))
        if (behaviour === 'nothing') return outgoing.writeHead(200).end(JSON.stringify({}))
        const headers = new Headers(
          Object.entries(incoming.headers).flatMap(([name, value]) =>
            typeof value === 'string' ? [[name, value] as [string, string]] : [],
          ),
        )
        const answer = await partner(
          new Request(`${origin.replace('partner.localhost', '127.0.0.1')}${incoming.url}`, {
            method: 'POST',
            headers,
            body,
          }),
        )
        asked.push(JSON.parse(body) as Record<string, unknown>)
        return outgoing.writeHead(answer.status).end(await answer.text())
      },
      // Its client has gone: what it asked is tried again, or given up.
      () => outgoing.destroy(),
    )
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  origin = `http://partner.localhost:${(server.address() as AddressInfo).port}`
  app = await startApp({ PARTNER_URL: origin, PARTNER_SECRET: secret })
})
afterAll(async () => {
  server.close()
  await app.close()
})
beforeEach(() => {
  behaviour = 'sandbox'
  asked = []
})

let people = 0
const visitor = (brand: string) => joins(app, { brand, username: `Guest${(people += 1)}` })
const wayOf = (who: CastMember, query: { upgradeSourceType?: string } = {}) =>
  who.calls(upgradePassthroughUrl, { query })
const userOf = async (who: CastMember) => (await parametersFor(who)).userInfo

/** Sends somebody to the partner; returns the name under which the partner knows them. */
async function sentThere(who: CastMember): Promise<string> {
  await wayOf(who)
  return String(asked.at(-1)?.['member'])
}

async function reports(
  event: Partial<PartnerEvent> & { member: string },
  sending: { secret?: string; sentAt?: Date; headers?: Record<string, string> } = {},
) {
  const whole = {
    id: `evt_${randomUUID()}`,
    type: 'access.granted',
    occurredAt: app.clock.now().toISOString(),
    partner: 7,
    until: null,
    ...event,
  }
  const body = JSON.stringify(whole)
  const timestamp = String(Math.floor((sending.sentAt ?? app.clock.now()).getTime() / 1000))
  const mac = createHmac('sha256', sending.secret ?? secret)
    .update(`${timestamp}.${body}`)
    .digest('hex')
  const answer = await app.visitor('xmeeting').request('/webhook/partner', {
    method: 'POST',
    headers: {
      'X-Requested-With': undefined,
      Origin: undefined,
      Host: apiHostFor('www.xmeeting.localhost:4321'),
      'Content-Type': 'application/json',
      'X-Webhook-Timestamp': timestamp,
      'X-Webhook-Signature': `sha256=${mac}`,
      ...sending.headers,
    },
    body,
  })
  return answer.status
}

describe('a member is sent to the partner', () => {
  test.each([
    ['xmeeting', 7],
    ['meetwives', 3],
  ])('of %s, number %i, who learns neither number, name nor address', async (brand, partner) => {
    const who = await visitor(brand)
    const { status, url } = await wayOf(who, { upgradeSourceType: 'message' })
    expect(status).toBe('ok')
    expect(new URL(url).origin).toBe(origin)
    const [first] = asked
    expect(first).toMatchObject({
      partner,
      upgradeSourceType: 'message',
      back: `http://www.${brand}.localhost:4321/billing/upgrade?partner=back`,
    })
    expect(Object.keys(first ?? {}).toSorted()).toEqual([
      'back',
      'member',
      'partner',
      'site',
      'upgradeSourceType',
    ])
    expect(String(first?.['member'])).toMatch(/^[\w-]{24}$/)
    await wayOf(who)
    expect(asked[1]?.['member']).toBe(first?.['member'])
    expect((await userOf(who))?.partnerBillingRedirectUrl).toBe('/billing/upgradePassthrough')
  })

  test.each<Behaviour>(['away', 'script', 'elsewhere', 'nothing'])(
    'and to the dashboard while the partner is %s, which is reported',
    async (how) => {
      const who = await visitor('xmeeting')
      behaviour = how
      const before = app.logged.length
      expect(await wayOf(who)).toEqual({ status: 'failed', url: '/dashboard' })
      // Of this level and above, a line goes to the error service, too.
      const lines = app.logged
        .slice(before)
        .map((line) => JSON.parse(line) as { level: number; msg: string; brand?: string })
      expect(lines.filter(({ level }) => level >= 50)).toMatchObject([
        { msg: 'the billing partner did not say where to go', brand: 'xmeeting' },
      ])
    },
  )

  test('and to the brand’s own page where the brand sells itself', async () => {
    expect(await wayOf(await visitor('adultcrush'))).toEqual({
      status: 'ok',
      url: '/billing/upgrade',
    })
  })
})

describe('a report of the partner', () => {
  test('opens its brand, and no other', async () => {
    const who = await visitor('xmeeting')
    expect(await reports({ member: await sentThere(who) })).toBe(200)
    expect(await userOf(who)).toMatchObject({
      membership: 'premium',
      isPremium: true,
      neverUpgraded: false,
      partnerBillingRedirectUrl: null,
    })
    for (const brand of ['adultcrush', 'meetwives']) {
      await acceptsTerms(app, who.id, brand)
      const there = await signedInOn(who, brand)
      expect(await userOf(there)).toMatchObject({ membership: 'standard', isExPremium: false })
    }
  })

  test('is needed: a membership of other brands opens nothing on a partner’s', async () => {
    const who = await visitor('meetwives')
    await becomesPremium(app, who)
    expect(await userOf(who)).toMatchObject({
      membership: 'standard',
      isPremium: false,
      isExPremium: false,
      neverUpgraded: true,
    })
  })

  test('may come twice, late, and in any order', async () => {
    const who = await visitor('xmeeting')
    const member = await sentThere(who)
    const ended = {
      id: `evt_${randomUUID()}`,
      type: 'access.ended',
      occurredAt: app.clock.now().toISOString(),
      member,
    }
    await Promise.all([reports(ended), reports(ended)])
    await reports({ member, occurredAt: later(app.clock.now(), -HOUR).toISOString() })
    expect(await userOf(who)).toMatchObject({ membership: 'standard' })
    app.clock.advance(HOUR)
    await reports({ member, until: later(app.clock.now(), 3 * DAY).toISOString() })
    expect(await userOf(who)).toMatchObject({ membership: 'premium' })
    app.clock.advance(3 * DAY)
    expect(await userOf(who)).toMatchObject({ membership: 'standard', isExPremium: true })
  })

  test('of what is still to come is refused, and silences nothing that happens before it', async () => {
    const who = await visitor('xmeeting')
    const member = await sentThere(who)
    for (const ahead of [3 * 365 * DAY, 5 * MINUTE + SECOND]) {
      expect(
        await reports({ member, occurredAt: later(app.clock.now(), ahead).toISOString() }),
      ).toBe(422)
    }
    expect(await userOf(who)).toMatchObject({ membership: 'standard' })
    expect(
      await reports({ member, occurredAt: later(app.clock.now(), 4 * MINUTE).toISOString() }),
    ).toBe(200)
    expect(await userOf(who)).toMatchObject({ membership: 'premium' })
    app.clock.advance(HOUR)
    expect(await reports({ member, type: 'access.ended' })).toBe(200)
    expect(await userOf(who)).toMatchObject({ membership: 'standard' })
  })

  test.each<[string, (member: string) => Promise<number>, number]>([
    ['of nobody we sent', () => reports({ member: 'nobody-we-know' }), 200],
    ['of another partner', (member) => reports({ member, partner: 3 }), 200],
    [
      'of a type that is not known',
      (member) => reports({ member, type: 'access.considered' }),
      200,
    ],
    [
      'signed with another secret',
      (member) => reports({ member }, { secret: 'not the secret of these two' }),
      403,
    ],
    [
      'without a signature',
      (member) => reports({ member }, { headers: { 'X-Webhook-Signature': '' } }),
      403,
    ],
    [
      'that is six minutes old',
      (member) => reports({ member }, { sentAt: later(app.clock.now(), -6 * 60_000) }),
      403,
    ],
  ])('%s opens nothing', async (_, send, status) => {
    const who = await visitor('xmeeting')
    expect(await send(await sentThere(who))).toBe(status)
    expect(await userOf(who)).toMatchObject({ membership: 'standard' })
  })
})

async function signedInOn(who: CastMember, brand: string): Promise<CastMember> {
  const there = app.visitor(brand)
  const token = await startSession(app.db, {
    accountId: who.id,
    brand,
    device: 'Test browser',
    at: app.clock.now(),
    replaces: null,
  })
  there.cookies.set('session', token)
  return { ...there, id: who.id, username: who.username }
}
