import { beforeEach, describe, expect, test } from 'vitest'
import { needsSession } from '#api/contract.ts'
import type { Problem } from '#api/errors.ts'
import { askUnlock, getLock } from '#core/accounts/app-lock/app-lock.contract.ts'
import { askPasskey, listPasskeys } from '#core/accounts/passkeys/passkeys.contract.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#lib/clock.ts'
import { accountOf, app, everythingHeard, type Visitor, withApp } from '#tests/support/app.ts'
import { creates, type Passkey, signs, type Wrong } from '#tests/support/authenticator.ts'
import {
  acceptsTerms,
  type CastMember,
  joins,
  parametersFor,
  PASSWORD,
} from '#tests/support/cast.ts'

/** The lock of a member's sessions: by itself after minutes away, at once, and what opens it. */

const PIN = '4711'

withApp()
let number = 0
let alice: CastMember
beforeEach(async () => {
  app.clock.advance(DAY)
  number += 1
  alice = await joins(app, { brand: 'adultcrush', username: `Alice-${number}` })
})

const lockOf = (member: Visitor) => member.calls(getLock)
const setsLock = (
  member: Visitor,
  afterMinutes: number | 'off',
  more: Record<string, string> = { pin: PIN },
) => member.posts('/profile/saveLock', { afterMinutes, ...more })
const locks = (member: Visitor) => member.posts('/profile/lockNow', {})
const unlocks = (member: Visitor, pin: unknown = PIN, back?: string) =>
  member.posts('/profile/unlock', { pin, ...(back && { back }) })
const status = async (member: Visitor, path = '/profile/settings') =>
  (await member.request(path)).status
const page = async (member: Visitor, path = '/messages') => (await member.visit(path)).text()
const originOf = ({ host }: Visitor) => `http://${host}`
const form = (member: Visitor, path: string, fields: Record<string, string>) =>
  member.visit(path, {
    method: 'POST',
    headers: { Origin: originOf(member), 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
async function phone(brand = 'adultcrush'): Promise<Visitor> {
  const visitor = app.visitor(brand, { ip: `192.0.2.${number}` })
  expect(
    (await visitor.posts('/site/signin', { login: alice.username, password: PASSWORD })).status,
  ).toBe(200)
  return visitor
}
async function addsPasskey(member: Visitor): Promise<Passkey> {
  const options = await member.calls(askPasskey, { body: {} })
  const { passkey, response } = creates(options, originOf(member))
  expect((await member.posts('/profile/addPasskey', { name: 'Phone', response })).status).toBe(200)
  return passkey
}
async function unlocksBy(member: Visitor, passkey: Passkey, wrong: Wrong = {}): Promise<Response> {
  const { challenge } = await member.calls(askUnlock, { body: {} })
  return member.posts('/profile/unlockByPasskey', {
    response: signs(passkey, challenge, originOf(member), wrong),
  })
}

describe('the lock', () => {
  test.each([1, 5, 15, 60])(
    'comes by itself after %i minutes away, and not before',
    async (minutes) => {
      expect((await setsLock(alice, minutes)).status).toBe(200)
      expect(await lockOf(alice)).toMatchObject({
        afterMinutes: minutes,
        hasPin: true,
        hasPasskey: false,
        isLocked: false,
      })
      app.clock.advance(minutes * MINUTE - SECOND)
      expect(await status(alice)).toBe(200)
      app.clock.advance(SECOND)
      expect([await status(alice), await page(alice)]).toEqual([423, 'page:/locked'])
      expect(await lockOf(alice)).toMatchObject({ isLocked: true })
    },
  )

  test('does not come while somebody looks at pages, writes, or says that they are there', async () => {
    await setsLock(alice, 1)
    const acts = [
      () => alice.visit('/messages'),
      () => alice.posts('/profile/stillHere', {}),
      () => alice.posts('/profile/setSafeMode', { on: false }),
    ]
    for (let turn = 0; turn < 9; turn += 1) {
      app.clock.advance(50 * SECOND)
      await acts[turn % 3]?.()
    }
    expect(await status(alice)).toBe(200)
  })

  test('is not held off by what a page asks by itself, nor by what the browser only prepares', async () => {
    await setsLock(alice, 5)
    for (let turn = 0; turn < 11; turn += 1) {
      await alice.request('/event/tickers')
      await alice.visit('/messages', { headers: { 'Sec-Purpose': 'prefetch' } })
      app.clock.advance(30 * SECOND)
    }
    expect(await status(alice)).toBe(423)
  })

  test('holds in another process that remembers the session as open', async () => {
    await setsLock(alice, 5)
    expect(await status(alice)).toBe(200)
    await app.db
      .updateTable('sessions')
      .set({ locked_at: app.clock.now() })
      .where('account_id', '=', alice.id)
      .execute()
    await everythingHeard(app)
    expect(await status(alice)).toBe(423)
  })

  test('comes at once where it is asked for, and leaves other devices open', async () => {
    const other = await phone()
    expect((await locks(alice)).status).toBe(409)
    await setsLock(alice, 60)
    expect((await locks(alice)).status).toBe(200)
    expect([await status(alice), await status(other)]).toEqual([423, 200])
    app.clock.advance(HOUR)
    expect(await status(other)).toBe(423)
  })

  test('holds on all sites of the network', async () => {
    await acceptsTerms(app, alice.id, 'wivesnow')
    const there = await phone('wivesnow')
    await setsLock(alice, 1)
    app.clock.advance(MINUTE)
    expect(await status(there)).toBe(423)
    expect((await unlocks(there)).status).toBe(200)
    expect([await status(there), await status(alice)]).toEqual([200, 423])
  })

  test('refuses everything that needs a session with one clear code, save what opens it', async () => {
    await setsLock(alice, 1)
    await locks(alice)
    const told: Array<[string, string]> = []
    const asked = app.api.endpoints.filter(
      (endpoint) =>
        needsSession(endpoint) &&
        ['signedIn', 'member'].includes(endpoint.access) &&
        !endpoint.whileLocked,
    )
    for (const { method, path } of asked) {
      const address = path.replaceAll(/\{\w+\}/g, '1')
      const answer =
        method === 'get' ? await alice.request(address) : await alice.posts(address, {})
      told.push([`${answer.status} ${path}`, ((await answer.json()) as Problem).code])
    }
    expect(told).toEqual(asked.map(({ path }) => [`423 ${path}`, 'locked']))
    expect(asked.length).toBeGreaterThan(80)
    const open = app.api.endpoints.filter(({ whileLocked }) => whileLocked).map(({ path }) => path)
    expect(open.toSorted()).toEqual([
      '/profile/lock',
      '/profile/unlock',
      '/profile/unlockByPasskey',
      '/profile/unlockOptions',
      '/site/signout',
    ])
  })

  test('stands in the place of every page for members; pages for everybody take its member for a guest', async () => {
    await setsLock(alice, 1)
    await locks(alice)
    for (const path of [
      '/dashboard',
      '/messages',
      `/profile/view/id/${alice.id}`,
      '/search',
      '/profile/edit/settings',
      '/billing/upgrade',
      '/wivesnow/dashboard',
    ]) {
      expect([path, await page(alice, path)]).toEqual([path, 'page:/locked'])
    }
    expect((await alice.visit('/staff')).status).toBe(404)
    expect((await alice.visit('/')).headers.get('Location')).toBe('/dashboard')
    expect((await alice.visit('/help?q=credits')).status).toBe(200)
    const parameters = await parametersFor(alice)
    expect(JSON.stringify(parameters)).not.toContain(alice.username)
    const posted = await form(alice, '/profile/saveSettings', { section: 'discretion' })
    expect([posted.status, await posted.text()]).toEqual([423, 'page:/locked'])
  })

  test('closes the event stream, and opens none', async () => {
    await setsLock(alice, 60)
    const stream = await alice.request('/event/stream')
    await locks(alice)
    expect(await stream.text()).toMatch(/data: \{"type":"locked"\}\n\n$/)
    expect(await status(alice, '/event/stream')).toBe(423)
  })

  test('shows nobody as online who is locked out', async () => {
    await setsLock(alice, 5)
    const seen = async () =>
      (
        await app.db
          .selectFrom('profiles')
          .select('last_seen_at as at')
          .where('account_id', '=', alice.id)
          .executeTakeFirst()
      )?.at
    await alice.visit('/messages')
    app.clock.advance(5 * MINUTE)
    const before = await seen()
    await alice.visit('/messages')
    app.clock.advance(5 * MINUTE)
    await alice.visit('/messages')
    expect(await seen()).toEqual(before)
  })
})

describe('a PIN', () => {
  test('opens the lock, and leads to the page behind it', async () => {
    await setsLock(alice, 1)
    await locks(alice)
    expect(await (await unlocks(alice, PIN, '/messages?with=3')).json()).toEqual({
      ok: true,
      next: '/messages?with=3',
    })
    expect([await status(alice), await page(alice)]).toEqual([200, 'page:/messages'])
  })

  test('works without script, and leads nowhere else', async () => {
    await form(alice, '/profile/saveLock', { afterMinutes: '5', pin: PIN })
    const locked = await form(alice, '/profile/lockNow', {})
    expect([locked.status, locked.headers.get('Location')]).toEqual([303, '/dashboard'])
    const wrong = await form(alice, '/profile/unlock', { pin: '0000', back: '/messages' })
    expect([wrong.status, await wrong.text()]).toEqual([422, 'page:/form/unlock'])
    const right = await form(alice, '/profile/unlock', { pin: PIN, back: '/messages' })
    expect([right.status, right.headers.get('Location')]).toEqual([303, '/messages'])
    await locks(alice)
    expect(
      (await form(alice, '/profile/unlock', { pin: PIN, back: '//evil.example' })).headers.get(
        'Location',
      ),
    ).toBe('/dashboard')
  })

  test('is tried five times, then the session ends; a right one in between starts again', async () => {
    await setsLock(alice, 1)
    await locks(alice)
    for (let time = 0; time < 4; time += 1) expect((await unlocks(alice, '0000')).status).toBe(422)
    expect((await unlocks(alice)).status).toBe(200)
    await locks(alice)
    const details: string[] = []
    for (let time = 0; time < 4; time += 1)
      details.push(
        ((await (await unlocks(alice, '0000')).json()) as Problem).errors?.[0]?.message ?? '',
      )
    expect([details[0], details[3]]).toEqual([
      'This is not your PIN. 4 tries are left.',
      'This is not your PIN. One try is left.',
    ])
    expect((await unlocks(alice, '0000')).status).toBe(401)
    expect([(await unlocks(alice)).status, await status(alice)]).toEqual([401, 401])
    // The way back in is the password.
    expect(await status(await phone())).toBe(200)
  })

  test('is not tried more often by trying at the same moment', async () => {
    await setsLock(alice, 1)
    await locks(alice)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, turn) => unlocks(alice, String(1000 + turn))),
    )
    expect(answers.filter((answer) => answer.status === 422).length).toBeLessThanOrEqual(4)
    expect(await status(alice)).toBe(401)
  })

  test('is stored only as a hash that nobody can try without our secret', async () => {
    await setsLock(alice, 1)
    const { lock_pin_hash: hash } = await accountOf(app, alice)
    expect(hash).toMatch(/^\$argon2id\$/)
    expect(app.logged.join('')).not.toContain(PIN)
  })

  test('is changed or taken off with a recent sign-in or the password', async () => {
    await setsLock(alice, 1)
    app.clock.advance(20 * MINUTE)
    await unlocks(alice)
    expect((await lockOf(alice)).needsPassword).toBe(true)
    expect((await setsLock(alice, 'off', {})).status).toBe(422)
    expect((await setsLock(alice, 'off', { password: 'not my password' })).status).toBe(422)
    expect((await setsLock(alice, 15, { password: PASSWORD })).status).toBe(200)
    await locks(alice)
    expect((await unlocks(alice)).status).toBe(200)
    expect((await setsLock(alice, 'off', { password: PASSWORD })).status).toBe(200)
    expect(await lockOf(alice)).toMatchObject({ afterMinutes: null, hasPin: false })
    app.clock.advance(DAY)
    expect(await status(alice)).toBe(200)
  })

  test.each<[string, unknown]>([
    ['none', {}],
    ['none at all', { afterMinutes: 5 }],
    ['three digits', { afterMinutes: 5, pin: '123' }],
    ['nine digits', { afterMinutes: 5, pin: '123456789' }],
    ['letters', { afterMinutes: 5, pin: 'abcd' }],
    ['other digits', { afterMinutes: 5, pin: '١٢٣٤' }],
    ['10,000 digits', { afterMinutes: 5, pin: '1'.repeat(10_000) }],
    ['a number', { afterMinutes: 5, pin: 1234 }],
    ['other minutes', { afterMinutes: 2, pin: PIN }],
    ['words for minutes', { afterMinutes: 'soon', pin: PIN }],
    ['a list', [1, PIN]],
  ])('of %s is refused', async (_, body) => {
    expect((await alice.posts('/profile/saveLock', body)).status).toBe(422)
    expect((await lockOf(alice)).afterMinutes).toBeNull()
  })

  test.each<[string, unknown, number]>([
    ['nothing', {}, 422],
    ['a list', [], 422],
    ['a number', { pin: 4711 }, 422],
    ['10,000 digits', { pin: '1'.repeat(10_000) }, 422],
    ['a body ten times as big', { pin: '1'.repeat(640_000) }, 413],
  ])('is not asked about %s, and no try is lost by it', async (_, body, answer) => {
    await setsLock(alice, 1)
    await locks(alice)
    for (let time = 0; time < 6; time += 1)
      expect((await alice.posts('/profile/unlock', body)).status).toBe(answer)
    expect((await unlocks(alice)).status).toBe(200)
  })
})

describe('a passkey', () => {
  test('opens the lock, with a PIN or without', async () => {
    const passkey = await addsPasskey(alice)
    expect((await setsLock(alice, 5, {})).status).toBe(200)
    expect(await lockOf(alice)).toMatchObject({ hasPin: false, hasPasskey: true })
    await locks(alice)
    expect((await unlocks(alice)).status).toBe(409)
    const options = await alice.calls(askUnlock, { body: {} })
    expect(options.allowCredentials).toEqual([
      { id: passkey.id.toString('base64url'), type: 'public-key', transports: ['internal'] },
    ])
    expect((await unlocksBy(alice, passkey)).status).toBe(200)
    expect(await status(alice)).toBe(200)
  })

  test.each<[string, Wrong]>([
    ['signed for another site', { origin: 'http://www.wivesnow.localhost:4321' }],
    ['used without a look at who is there', { isVerified: false }],
    ['signed for another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
  ])('%s opens nothing', async (_, wrong) => {
    const passkey = await addsPasskey(alice)
    await setsLock(alice, 5)
    await locks(alice)
    expect((await unlocksBy(alice, passkey, wrong)).status).toBe(401)
    expect(await status(alice)).toBe(423)
  })

  test('of somebody else, of a sign-in, of another session, or used twice opens nothing', async () => {
    const bob = await joins(app, { brand: 'adultcrush', username: `Bob-${number}` })
    const [hers, his] = [await addsPasskey(alice), await addsPasskey(bob)]
    const other = await phone()
    await setsLock(alice, 5)
    await locks(alice)
    expect((await unlocksBy(alice, his)).status).toBe(401)
    const signIn = await alice.send<typeof askUnlock>('POST /site/passkeyOptions' as never, {
      body: {},
    })
    expect(
      (
        await alice.posts('/profile/unlockByPasskey', {
          response: signs(hers, signIn.challenge, originOf(alice)),
        })
      ).status,
    ).toBe(401)
    const elsewhere = await other.calls(askUnlock, { body: {} })
    expect(
      (
        await alice.posts('/profile/unlockByPasskey', {
          response: signs(hers, elsewhere.challenge, originOf(alice)),
        })
      ).status,
    ).toBe(401)
    const { challenge } = await alice.calls(askUnlock, { body: {} })
    const response = signs(hers, challenge, originOf(alice))
    expect((await alice.posts('/profile/unlockByPasskey', { response })).status).toBe(200)
    await locks(alice)
    expect((await alice.posts('/profile/unlockByPasskey', { response })).status).toBe(401)
  })

  test('of one brand does not stand in for a PIN on another', async () => {
    await addsPasskey(alice)
    await acceptsTerms(app, alice.id, 'wivesnow')
    const there = await phone('wivesnow')
    expect((await setsLock(there, 5, {})).status).toBe(422)
    expect((await there.calls(listPasskeys)).passkeys).toHaveLength(1)
  })

  test('signs in a browser whose session is locked, with a new session that is open', async () => {
    await setsLock(alice, 5)
    await locks(alice)
    await alice.posts('/site/signin', { login: alice.username, password: PASSWORD })
    expect(await status(alice)).toBe(200)
  })
})

test('signing out works from a locked session', async () => {
  await setsLock(alice, 5)
  await locks(alice)
  const left = await form(alice, '/site/signout', {})
  expect([left.status, left.headers.get('Location')]).toEqual([303, '/'])
  expect(await status(alice)).toBe(401)
})
