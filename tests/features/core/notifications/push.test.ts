import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signOut } from '#core/accounts/sign-in/sign-in.contract.ts'
import { pushJobOver } from '#core/notifications/push-delivery.server.ts'
import {
  isPublicAddress,
  isPushEndpoint,
  postPush,
  PrivateAddressError,
  publicLookup,
} from '#core/notifications/push-transport.server.ts'
import {
  getPushDevice,
  getPushKey,
  subscribeToPush,
  unsubscribeFromPush,
} from '#core/notifications/push.contract.ts'
import { type PushKind, pushKinds, pushWords } from '#core/notifications/push.ts'
import { ownProfileToEdit } from '#core/people/edit/edit-profile.contract.ts'
import { changePrompts } from '#core/people/prompts/prompts.contract.ts'
import { HOUR, MINUTE } from '#lib/clock.ts'
import { hashToken } from '#lib/token.server.ts'
import { runJob, setsAccount, startApp, type TestApp } from '#tests/support/app.ts'
import {
  becomesPremium,
  blocks,
  type CastMember,
  joins,
  likes,
  views,
  writesTo,
} from '#tests/support/cast.ts'
import { leave } from '#tests/support/leaving.ts'
import { aPhoto, upload } from '#tests/support/photos.ts'
import { startPushService } from '#tests/support/push-service.ts'

let app: TestApp
let service: Awaited<ReturnType<typeof startPushService>>
let count = 0
/** Fresh in each test. */
let a: CastMember, b: CastMember
beforeAll(async () => {
  app = await startApp()
  service = await startPushService()
})
afterAll(async () => {
  await app.close()
  await service.stop()
})
beforeEach(async () => {
  service.answersWith(201)
  service.received.length = 0
  count += 1
  a = await joins(app, { brand: 'adultcrush', username: `Alice${count}` })
  b = await joins(app, { brand: 'adultcrush', username: `Bob${count}`, gender: 'man' })
  await becomesPremium(app, b)
})

type Device = ReturnType<typeof service.browser>
const subscribe = (
  who: CastMember,
  device: Device,
  kinds: PushKind[] = ['message', 'match'],
  saysWhat?: boolean,
) => who.calls(subscribeToPush, { body: { ...device, kinds, saysWhat } })
const device = (who: CastMember, { endpoint }: Device) =>
  who.calls(getPushDevice, { body: { endpoint } })
const write = (from: CastMember, to: CastMember) => writesTo(from, to, 'Meet me at the bridge')
const deliver = () => runJob(app, pushJobOver(service.post))
const subscriptions = () =>
  app.db
    .selectFrom('push_subscriptions')
    .select(['account_id', 'endpoint'])
    .where('account_id', 'in', [a.id, b.id])
    .execute()

describe('a push', () => {
  test('tells a browser that something happened, and neither what, nor who, nor where', async () => {
    const browser = service.browser()
    await subscribe(a, browser)
    await write(b, a)
    await deliver()
    expect(service.received).toHaveLength(1)
    const [{ endpoint, payload, headers, claims }] = service.received as [
      (typeof service.received)[number],
    ]
    expect(endpoint).toBe(browser.endpoint)
    expect(payload).toEqual({
      title: 'Something new',
      body: 'Open it to see what.',
      path: '/messages',
      tag: 'message',
    })
    expect(headers).toMatchObject({
      ttl: '86400',
      topic: 'message',
      urgency: 'high',
      'content-encoding': 'aes128gcm',
    })
    const { publicKey } = await a.calls(getPushKey)
    expect(claims).toEqual({
      aud: 'https://push.example.test',
      iat: expect.closeTo(Date.now() / 1000, -2),
      exp: expect.closeTo(Date.now() / 1000 + 12 * 3600, -2),
      sub: 'mailto:support@adultcrush.example',
      k: publicKey,
    })
    await deliver()
    expect(service.received).toHaveLength(1)
  })

  test('says what happened in a browser that was told to, as which part was liked; never who, what they wrote, or where', async () => {
    const [open, discreet] = [service.browser(), service.browser()]
    const words = () =>
      service.received
        .map(({ endpoint, payload: { title, body } }) => [endpoint === open.endpoint, title, body])
        .toSorted()
    const all = [...pushKinds]
    await subscribe(a, open, all, true)
    await subscribe(a, discreet, all)
    const photo = (await upload(a, await aPhoto({ width: 200, height: 240 }))).id
    await a.calls(changePrompts, { body: { act: 'add', prompt: 'want', answer: 'A long walk' } })
    const { prompts } = await a.calls(ownProfileToEdit)
    const unsaid = [false, 'Something new', 'Open it to see what.']

    await likes(b, a, { prompt: prompts[0]?.id ?? 0 })
    await deliver()
    expect(words()).toEqual([
      unsaid,
      [true, `Somebody likes your answer to “${prompts[0]?.question}”`, 'Open it to see more.'],
    ])
    service.received.length = 0

    const c = await joins(app, { brand: 'adultcrush', username: `Cid${count}`, gender: 'man' })
    await likes(a, c)
    await likes(c, a, { photo })
    await deliver()
    expect(words()).toEqual([
      unsaid,
      [true, 'You and somebody like each other', 'They like your photo.'],
    ])
    service.received.length = 0

    await write(b, a)
    await deliver()
    expect(words()).toEqual([unsaid, [true, 'A new message', 'Open it to see more.']])
    for (const { label, what } of Object.values(pushWords)) {
      const { title, body } = what(null)
      expect([label, JSON.stringify([title, body])]).not.toEqual([
        label,
        expect.stringMatching(/Adult|Crush|Bob|bridge/i),
      ])
    }
    await subscribe(a, open, all)
    await write(b, a)
    service.received.length = 0
    await deliver()
    expect(words()).toEqual([unsaid, [true, ...unsaid.slice(1)]])
  })

  test('comes for the kinds that were chosen, once however much happens meanwhile', async () => {
    const [one, other] = [service.browser(), service.browser()]
    await subscribe(a, one, ['message', 'visit'])
    await subscribe(a, other, ['like', 'match'])
    for (let times = 0; times < 3; times += 1) await write(b, a)
    await views(b, a)
    await likes(b, a)
    await deliver()
    const got = service.received
      .map(({ endpoint, payload }) => [endpoint === one.endpoint ? 'one' : 'other', payload.tag])
      .toSorted()
    expect(got).toEqual([
      ['one', 'message'],
      ['one', 'visit'],
      ['other', 'like'],
    ])
    await subscribe(b, service.browser())
    service.received.length = 0
    await likes(a, b)
    await deliver()
    expect(service.received.map(({ payload }) => payload.tag)).toEqual(['match'])
  })

  test.each([404, 410, 403])(
    'that a push service answers with %i ends the subscription',
    async (status) => {
      await subscribe(a, service.browser())
      service.answersWith(status)
      await write(b, a)
      await deliver()
      expect(await subscriptions()).toEqual([])
    },
  )

  test.each([429, 503])(
    'that a push service answers with %i is tried again later, and not for ever',
    async (status) => {
      await subscribe(a, service.browser())
      service.answersWith(status)
      await write(b, a)
      await deliver()
      service.answersWith(201)
      await deliver()
      expect(service.received).toEqual([])
      app.clock.advance(2 * MINUTE)
      await deliver()
      expect(service.received).toHaveLength(1)

      service.answersWith(status)
      await write(b, a)
      for (let tries = 0; tries < 9; tries += 1) {
        await deliver()
        app.clock.advance(HOUR)
      }
      service.answersWith(201)
      await deliver()
      expect(service.received).toHaveLength(1)
      expect(await subscriptions()).toHaveLength(1)
    },
  )

  test('to a host that is not on the internet ends the subscription', async () => {
    await subscribe(a, service.browser())
    await write(b, a)
    await pushJobOver(() => Promise.reject(new PrivateAddressError('inside')))
      .start(app.services)
      .run(new AbortController().signal)
    expect(await subscriptions()).toEqual([])
  })

  test('to a browser whose key is broken ends its subscription, and no other', async () => {
    const [broken, whole] = [service.browser(), service.browser()]
    await subscribe(a, broken)
    await subscribe(a, whole)
    await app.db
      .updateTable('push_subscriptions')
      .set({ p256dh: Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url') })
      .where('endpoint', '=', broken.endpoint)
      .execute()
    await write(b, a)
    await deliver()
    expect(service.received.map(({ endpoint }) => endpoint)).toEqual([whole.endpoint])
    expect(await subscriptions()).toEqual([{ account_id: a.id, endpoint: whole.endpoint }])
  })

  test('that our own broken key cannot sign fails its job, waits, and is given up at last', async () => {
    await subscribe(a, service.browser())
    await write(b, a)
    const settings = { ...app.services.settings, sessionSecret: undefined as never }
    const keyless = pushJobOver(service.post).start({ ...app.services, settings })
    const fails = () => expect(keyless.run(new AbortController().signal)).rejects.toThrow('"ikm"')
    await fails()
    app.clock.advance(3 * MINUTE)
    await deliver()
    expect(service.received).toHaveLength(1)

    await write(b, a)
    for (let tries = 0; tries < 7; tries += 1) {
      await fails()
      app.clock.advance(3 * MINUTE)
    }
    await deliver()
    expect(service.received).toHaveLength(1)
    expect(await subscriptions()).toHaveLength(1)
  })
})

describe('a subscription', () => {
  test('says of what this browser is told, and can be changed and ended', async () => {
    const browser = service.browser()
    expect(await device(a, browser)).toEqual({ isOn: false, kinds: [], saysWhat: false })
    await subscribe(a, browser, ['like', 'like'])
    expect(await device(a, browser)).toEqual({ isOn: true, kinds: ['like'], saysWhat: false })
    await subscribe(a, browser, ['message'], true)
    expect(await device(a, browser)).toEqual({ isOn: true, kinds: ['message'], saysWhat: true })
    expect(await device(b, browser)).toEqual({ isOn: false, kinds: [], saysWhat: false })
    await b.calls(unsubscribeFromPush, { body: { endpoint: browser.endpoint } })
    expect((await device(a, browser)).isOn).toBe(true)
    await a.calls(unsubscribeFromPush, { body: { endpoint: browser.endpoint } })
    expect((await device(a, browser)).isOn).toBe(false)
  })

  test('belongs to whoever subscribed last with the browser, without what waited for the one before', async () => {
    const browser = service.browser()
    await subscribe(a, browser)
    await write(b, a)
    await subscribe(b, browser)
    await deliver()
    expect(service.received).toEqual([])
    expect(await subscriptions()).toEqual([{ account_id: b.id, endpoint: browser.endpoint }])
  })

  test('ends at sign-out, and when the session is ended elsewhere', async () => {
    await subscribe(a, service.browser())
    await a.calls(signOut)
    await subscribe(b, service.browser())
    const session = hashToken(b.cookies.get('session') ?? '')
    await app.db.deleteFrom('sessions').where('token_hash', '=', session).execute()
    expect(await subscriptions()).toEqual([])
  })

  test('ends when the account is deleted, and is of no use to a banned one or to whom is blocked', async () => {
    await subscribe(a, service.browser())
    await write(b, a)
    await setsAccount(app, a, { banned_at: app.clock.now() })
    await deliver()
    expect(service.received).toEqual([])
    expect(await subscriptions()).toEqual([])

    const c = await joins(app, { brand: 'adultcrush', username: `Cleo${count}` })
    await subscribe(c, service.browser())
    await blocks(c, b)
    await expect(write(b, c)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(likes(b, c)).rejects.toMatchObject({ code: 'unavailable' })
    await deliver()
    expect(service.received).toEqual([])
    await leave(c)
    expect(
      await app.db
        .selectFrom('push_subscriptions')
        .select('id')
        .where('account_id', '=', c.id)
        .execute(),
    ).toEqual([])
  })

  test('is of ten browsers at most: the oldest gives way', async () => {
    const browsers = Array.from({ length: 11 }, () => service.browser())
    for (const browser of browsers) {
      app.clock.advance(1000)
      await subscribe(a, browser)
    }
    const kept = (await subscriptions()).map(({ endpoint }) => endpoint).toSorted()
    expect(kept).toEqual(
      browsers
        .slice(1)
        .map(({ endpoint }) => endpoint)
        .toSorted(),
    )
  })

  test.each([
    [
      'no curve',
      { p256dh: Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url') },
    ],
    ['half a key', { p256dh: Buffer.alloc(33, 2).toString('base64url') }],
    ['a short secret', { auth: Buffer.alloc(15).toString('base64url') }],
    ['no base64url', { auth: '😀' }],
  ])('with nonsense as keys is refused: %s', async (_, keys) => {
    const browser = service.browser()
    await expect(
      subscribe(a, { ...browser, keys: { ...browser.keys, ...keys } }),
    ).rejects.toMatchObject({ code: 'invalid' })
    expect(await subscriptions()).toEqual([])
  })

  test('of no kind is refused', async () => {
    await expect(subscribe(a, service.browser(), [])).rejects.toMatchObject({ code: 'invalid' })
  })
})

describe('the address of a push service', () => {
  test.each([
    'http://push.example.test/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://[::1]/x',
    'https://localhost/x',
    'https://api.adultcrush.localhost/x',
    'https://metadata.google.internal/x',
    'https://push.example.test:8443/x',
    'https://me:secret@push.example.test/x',
    'file:///etc/passwd',
    'push.example.test',
    '',
  ])('is refused: %s', async (endpoint) => {
    expect(isPushEndpoint(endpoint)).toBe(false)
    await expect(subscribe(a, { ...service.browser(), endpoint })).rejects.toMatchObject({
      code: 'invalid',
      errors: [{ field: 'endpoint' }],
    })
  })

  test.each([
    ['93.184.215.14', true],
    ['2606:2800:220:1::1', true],
    ['10.1.2.3', false],
    ['100.64.0.1', false],
    ['169.254.169.254', false],
    ['172.31.0.1', false],
    ['192.168.1.1', false],
    ['127.0.0.2', false],
    ['0.0.0.0', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::1', false],
    ['::', false],
    ['::ffff:127.0.0.1', false],
    ['fd00::1', false],
    ['fe80::1', false],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::', false],
    ['no address', false],
  ])('may lead to %s: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic)
  })

  test('is looked up when the connection is made, and never leads inside', async () => {
    const looked = new Promise<unknown>((resolve) =>
      publicLookup('localhost', {}, (error) => resolve(error)),
    )
    expect(await looked).toBeInstanceOf(PrivateAddressError)
    await expect(
      postPush(new URL('https://localhost/x'), { headers: {}, body: Buffer.from('x') }),
    ).rejects.toBeInstanceOf(PrivateAddressError)
  })
})
