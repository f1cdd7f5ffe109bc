import { beforeEach, describe, expect, test } from 'vitest'
import { addressGroup } from '#api/limits.server.ts'
import { createApp } from '#app.server.ts'
import { HOUR, SECOND } from '#lib/clock.ts'
import { app, setsAccount, type Visitor, withApp } from '../support/app.ts'
import { alice, bob } from '../support/cast.ts'

/** Limits (assurance 7): counted in the database, per household or account. */

withApp()
beforeEach(() => app.clock.advance(HOUR))

/** Towns may be looked up 60 times a minute: the plainest limit there is. */
const look = (visitor: Visitor) => visitor.request('/location/places?country=GB&query=lon')

async function lookUntilRefused(visitor: Visitor): Promise<Response> {
  for (let n = 0; n < 60; n += 1) expect((await look(visitor)).status).toBe(200)
  return look(visitor)
}

test('who asks too often is told when to come back, and may then', async () => {
  const visitor = app.visitor('adultcrush')
  app.clock.advance(10 * SECOND)
  await look(visitor)
  app.clock.advance(20 * SECOND)
  for (let n = 1; n < 60; n += 1) await look(visitor)
  const refused = await look(visitor)
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '40'])
  expect(await refused.json()).toMatchObject({
    code: 'tooMany',
    detail: 'That was a little too often. Please try again in 40 seconds.',
  })
  expect(refused.headers.get('Access-Control-Allow-Origin')).toBe(
    'http://www.adultcrush.localhost:4321',
  )
  app.clock.advance(40 * SECOND - 1)
  expect((await look(visitor)).headers.get('Retry-After')).toBe('1')
  app.clock.advance(1)
  expect((await look(visitor)).status).toBe(200)
})

test('a hundred at once are sixty and not one more', async () => {
  const visitor = app.visitor('adultcrush')
  const answers = await Promise.all(Array.from({ length: 100 }, () => look(visitor)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
})

test('a restart forgets nothing', async () => {
  const visitor = app.visitor('adultcrush')
  expect((await lookUntilRefused(visitor)).status).toBe(429)
  const { settings, database } = app.services
  const again = await createApp({ settings, database, clock: app.clock })
  const request = new Request(
    'http://api.adultcrush.localhost:4321/location/places?country=GB&query=lon',
    {
      headers: { Host: 'api.adultcrush.localhost:4321', 'X-Requested-With': 'x' },
    },
  )
  const answer = await again.frontDoor(request, '203.0.113.7', async () => new Response('page'))
  expect(answer.status).toBe(429)
})

test('polls and lists of members are counted without a row in the database', async () => {
  const member = await bob(app)
  await app.db.deleteFrom('rate_limits').execute()
  const answers: number[] = []
  for (let n = 0; n < 241; n += 1) answers.push((await member.request('/event/tickers')).status)
  expect(answers).toEqual([...Array<number>(240).fill(200), 429])
  app.clock.advance(60 * SECOND)
  expect((await member.request('/event/tickers')).status).toBe(200)
  expect(await app.db.selectFrom('rate_limits').select('key').execute()).toEqual([])
})

test('a household is counted once, whatever address of its network it uses, and no other with it', async () => {
  const at = (ip: string) => app.visitor('adultcrush', { ip })
  expect((await lookUntilRefused(at('2001:db8:1:2::1'))).status).toBe(429)
  expect((await look(at('2001:0DB8:0001:0002:ffff:1:2:3'))).status).toBe(429)
  expect((await look(at('2001:db8:1:3::1'))).status).toBe(200)
  expect((await look(at('203.0.113.7'))).status).toBe(200)
})

test('brands share their limits: one more brand is not one more try', async () => {
  await lookUntilRefused(app.visitor('adultcrush'))
  expect((await look(app.visitor('wivesnow'))).status).toBe(429)
})

test('a limit per account follows the member, not the address', async () => {
  const member = await alice(app)
  await setsAccount(app, member, { email_confirmed_at: null })
  for (let n = 0; n < 3; n += 1)
    expect((await member.request('/site/resendWelcomeEmail', { method: 'POST' })).status).toBe(200)
  const elsewhere = app.visitor('adultcrush', { ip: '192.0.2.99' })
  for (const [name, value] of member.cookies) elsewhere.cookies.set(name, value)
  const refused = await elsewhere.request('/site/resendWelcomeEmail', { method: 'POST' })
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '3600'])
})

test('who is refused for another reason has not used up a try', async () => {
  const visitor = app.visitor('adultcrush')
  for (let n = 0; n < 70; n += 1)
    await visitor.request('/location/places?country=GB&query=lon', {
      headers: { Origin: 'http://evil.example' },
    })
  expect((await look(visitor)).status).toBe(200)
})

describe('the part of an address that a household has', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0db8:0000:0000::1', '2001:db8:0:0::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
    ['no address', 'no address'],
    ['1:2:3:4:5:6:7:8:9::1', '1:2:3:4:5:6:7:8:9::1'],
  ])('of %s is %s', (ip, group) => {
    expect(addressGroup(ip)).toBe(group)
  })
})
