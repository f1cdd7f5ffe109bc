import { beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '#api/contract.ts'
import type { Problem } from '#api/errors.ts'
import { accountCollections } from '#core/accounts/leaving.sql.ts'
import { askPasskey, askSignIn, listPasskeys } from '#core/accounts/passkeys/passkeys.contract.ts'
import { challengeSweepJob } from '#core/accounts/passkeys/passkeys.server.ts'
import { resetRequestJob } from '#core/accounts/reset/reset.server.ts'
import { DAY, MINUTE } from '#lib/clock.ts'
import { app, runJob, type Visitor, withApp } from '#tests/support/app.ts'
import { creates, type Passkey, signs, type Wrong } from '#tests/support/authenticator.ts'
import { acceptsTerms, type CastMember, joins, PASSWORD } from '#tests/support/cast.ts'
import { follow } from '#tests/support/joining.ts'
import { linkIn, mailsTo } from '#tests/support/mail.ts'

/** Passkeys: adding, naming and removing them, and signing in with one (WebAuthn Level 3, §7). */

withApp()
let number = 0
let alice: CastMember
let address: string
beforeEach(async () => {
  app.clock.advance(DAY)
  number += 1
  alice = await joins(app, { brand: 'adultcrush', username: `Alice-${number}` })
  address = `alice-${number}@example.org`
})

type CreationOptions = Answer<typeof askPasskey>

const originOf = ({ host }: Visitor) => `http://${host}`
const somebody = (brand = 'adultcrush') => app.visitor(brand, { ip: `192.0.2.${number}` })
const list = (member: Visitor) => member.calls(listPasskeys)
const names = async (member: Visitor) => (await list(member)).passkeys.map(({ name }) => name)
const subjects = async () => (await mailsTo(app, address)).map(({ kind }) => kind)
const askToAdd = (member: Visitor, password?: string) =>
  member.calls(askPasskey, { body: { ...(password && { password }) } })
const askToSignIn = (visitor: Visitor) => visitor.calls(askSignIn, { body: {} })
const isSignedIn = async (visitor: Visitor) =>
  (await visitor.request('/profile/settings')).status === 200

async function adds(member: Visitor, name = 'Phone', wrong: Wrong = {}): Promise<Passkey> {
  const { passkey, response } = creates(await askToAdd(member), originOf(member), wrong)
  const answer = await member.posts('/profile/addPasskey', { name, response })
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)])
  return passkey
}

async function signsIn(visitor: Visitor, passkey: Passkey, wrong: Wrong = {}): Promise<Response> {
  const { challenge } = await askToSignIn(visitor)
  return visitor.posts('/site/signInByPasskey', {
    response: signs(passkey, challenge, originOf(visitor), wrong),
  })
}

async function problemOf(answer: Response): Promise<[status: number, detail: string]> {
  return [answer.status, ((await answer.json()) as Problem).detail]
}

const REFUSED = [401, expect.stringContaining('That passkey did not sign you in')]

describe('adding a passkey', () => {
  test('asks the browser for one that knows its member, on this brand’s host alone, and mails a notice', async () => {
    const options = await askToAdd(alice)
    expect(options).toMatchObject({
      rp: { id: 'adultcrush.localhost', name: 'AdultCrush' },
      user: { name: alice.username },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32)
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32)
    const passkey = await adds(alice, 'Red phone')
    expect((await list(alice)).passkeys).toEqual([
      {
        id: expect.any(Number),
        name: 'Red phone',
        brand: 'AdultCrush',
        addedAt: app.clock.now().toISOString(),
        lastUsedAt: null,
      },
    ])
    expect((await askToAdd(alice)).excludeCredentials).toEqual([
      { id: passkey.id.toString('base64url'), type: 'public-key', transports: ['internal'] },
    ])
    const [mail] = await mailsTo(app, address)
    expect([mail?.kind, mail?.text]).toEqual([
      'passkeyAdded',
      expect.stringContaining('“Red phone” was just added'),
    ])
  })

  test('needs a recent sign-in or the password', async () => {
    expect((await list(alice)).needsPassword).toBe(false)
    app.clock.advance(10 * MINUTE)
    expect((await list(alice)).needsPassword).toBe(true)
    await expect(askToAdd(alice)).rejects.toMatchObject({
      status: 422,
      errors: [{ field: 'password' }],
    })
    await expect(askToAdd(alice, 'not my password')).rejects.toMatchObject({
      status: 422,
      errors: [{ field: 'password' }],
    })
    expect((await askToAdd(alice, PASSWORD)).rp.id).toBe('adultcrush.localhost')
  })

  test('guesses no password: the tenth try in a quarter of an hour is the last, over all that ask for it', async () => {
    app.clock.advance(10 * MINUTE)
    const statuses: number[] = []
    for (let time = 0; time < 11; time += 1)
      statuses.push(
        (await alice.posts('/profile/passkeyOptions', { password: `guess ${time}` })).status,
      )
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429])
  })

  test.each<[string, Wrong]>([
    ['made for another site', { origin: 'http://www.wivesnow.localhost:4321' }],
    ['of another brand’s host', { rpId: 'wivesnow.localhost' }],
    ['made without a look at who is there', { isVerified: false }],
    ['made for another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['that is a sign-in', { type: 'webauthn.get' }],
  ])('refuses one %s', async (_, wrong) => {
    const { response } = creates(await askToAdd(alice), originOf(alice), wrong)
    expect(
      await problemOf(await alice.posts('/profile/addPasskey', { name: 'Phone', response })),
    ).toEqual([409, 'That passkey could not be added. Please try again.'])
    expect([await names(alice), await subjects()]).toEqual([[], []])
  })

  test('refuses a challenge used twice, too old, or of another session', async () => {
    const used = await askToAdd(alice)
    const { response } = creates(used, originOf(alice))
    expect((await alice.posts('/profile/addPasskey', { name: 'First', response })).status).toBe(200)
    const again = creates(used, originOf(alice))
    expect(
      (await alice.posts('/profile/addPasskey', { name: 'Second', response: again.response }))
        .status,
    ).toBe(409)

    const old = creates(await askToAdd(alice), originOf(alice))
    app.clock.advance(5 * MINUTE)
    expect(
      (await alice.posts('/profile/addPasskey', { name: 'Third', response: old.response })).status,
    ).toBe(409)

    const tablet = somebody()
    await tablet.posts('/site/signin', { login: alice.username, password: PASSWORD })
    const others = creates(await askToAdd(tablet), originOf(tablet))
    expect(
      (await alice.posts('/profile/addPasskey', { name: 'Fourth', response: others.response }))
        .status,
    ).toBe(409)
    expect(await names(alice)).toEqual(['First'])
  })

  test('of ten at once with one challenge adds one', async () => {
    const options = await askToAdd(alice)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, turn) =>
        alice.posts('/profile/addPasskey', {
          name: `Key ${turn}`,
          response: creates(options, originOf(alice)).response,
        }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ])
    expect([await names(alice), await subjects()]).toEqual([
      [expect.stringMatching(/^Key \d$/)],
      ['passkeyAdded'],
    ])
  })

  test('stops at twenty, also where two are added at the same moment', async () => {
    await app.db
      .insertInto('passkeys')
      .values(
        Array.from({ length: 19 }, (_, turn) => ({
          account_id: alice.id,
          brand: 'adultcrush',
          credential_id: Buffer.from(`${alice.id}-${turn}`),
          public_key: Buffer.from('x'),
          user_handle: Buffer.from('x'),
          sign_count: 0,
          transports: [],
          name: `Key ${turn}`,
          created_at: app.clock.now(),
        })),
      )
      .execute()
    const tablet = somebody()
    await tablet.posts('/site/signin', { login: alice.username, password: PASSWORD })
    const made = await Promise.all(
      [alice, tablet].map(
        async (who) => [who, creates(await askToAdd(who), originOf(who)).response] as const,
      ),
    )
    const answers = await Promise.all(
      made.map(([who, response]) => who.posts('/profile/addPasskey', { name: 'Last', response })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await expect(askToAdd(alice)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('20 passkeys'),
    })
  })

  test('refuses one that the brand has already', async () => {
    const bob = await joins(app, { brand: 'adultcrush', username: `Bob-${number}` })
    const { id } = await adds(bob)
    const { response } = creates(await askToAdd(alice), originOf(alice))
    const [before, after] = [Buffer.from(response.rawId, 'base64url'), id]
    const attestationObject = Buffer.from(response.response.attestationObject, 'base64url')
    after.copy(attestationObject, attestationObject.indexOf(before))
    const copied = id.toString('base64url')
    const answer = await alice.posts('/profile/addPasskey', {
      name: 'Copied',
      response: {
        ...response,
        id: copied,
        rawId: copied,
        response: {
          ...response.response,
          attestationObject: attestationObject.toString('base64url'),
        },
      },
    })
    expect(await problemOf(answer)).toEqual([409, 'This passkey has been added already.'])
  })

  test.each<[string, unknown, number]>([
    ['nothing', {}, 422],
    ['a list', [], 422],
    ['words for an answer', { name: 'Phone', response: 'open sesame' }, 422],
    ['a name of 10,000 characters', { name: 'x'.repeat(10_000), response: {} }, 422],
    [
      'bytes that are no attestation',
      {
        name: 'Phone',
        response: {
          id: 'AAAA',
          rawId: 'AAAA',
          type: 'public-key',
          response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
        },
      },
      409,
    ],
    [
      'another letter than base64url has',
      {
        name: 'Phone',
        response: {
          id: 'a/b',
          rawId: 'a/b',
          type: 'public-key',
          response: { clientDataJSON: '+', attestationObject: '=' },
        },
      },
      422,
    ],
    ['a body ten times as big', { name: 'Phone', response: { id: 'A'.repeat(640_000) } }, 413],
  ])('refuses %s', async (_, body, status) => {
    await askToAdd(alice)
    expect((await alice.posts('/profile/addPasskey', body)).status).toBe(status)
    expect(await names(alice)).toEqual([])
  })
})

describe('a passkey', () => {
  test('is renamed and removed by its member alone; the removal is mailed', async () => {
    const bob = await joins(app, { brand: 'adultcrush', username: `Bob-${number}` })
    const passkey = await adds(alice, 'Phone')
    const id = (await list(alice)).passkeys[0]?.id
    expect((await bob.posts('/profile/renamePasskey', { id, name: 'Mine' })).status).toBe(409)
    await bob.posts('/profile/removePasskey', { id, password: PASSWORD })
    expect(
      (await alice.posts('/profile/renamePasskey', { id, name: 'x'.repeat(10_000) })).status,
    ).toBe(422)
    expect(await names(alice)).toEqual(['Phone'])
    await alice.posts('/profile/renamePasskey', { id, name: '  Old phone ' })
    expect(await names(alice)).toEqual(['Old phone'])

    await alice.posts('/profile/removePasskey', { id, password: PASSWORD })
    expect([await names(alice), await subjects()]).toEqual([[], ['passkeyRemoved', 'passkeyAdded']])
    expect(await problemOf(await signsIn(somebody(), passkey))).toEqual(REFUSED)
    // Removed twice is removed, and mailed once.
    expect([
      (await alice.posts('/profile/removePasskey', { id, password: PASSWORD })).status,
      (await subjects()).length,
    ]).toEqual([200, 2])
  })

  test('is renamed and removed by forms without script', async () => {
    await adds(alice, 'Phone')
    const id = String((await list(alice)).passkeys[0]?.id)
    const form = (path: string, fields: Record<string, string>) =>
      alice.visit(path, {
        method: 'POST',
        headers: { Origin: originOf(alice), 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      })
    const refused = await form('/profile/renamePasskey', { id, name: '' })
    expect([refused.status, await refused.text()]).toEqual([422, 'page:/profile/edit/settings'])
    const renamed = await form('/profile/renamePasskey', { id, name: 'Tablet' })
    expect([renamed.status, renamed.headers.get('Location')]).toEqual([
      303,
      '/profile/edit/settings?screen=sign-in&saved=passkeys#passkeys',
    ])
    expect(await names(alice)).toEqual(['Tablet'])
    const alone = await form('/profile/removePasskey', { id })
    expect([alone.status, await alone.text(), await names(alice)]).toEqual([
      422,
      'page:/profile/edit/settings',
      ['Tablet'],
    ])
    await form('/profile/removePasskey', { id, password: PASSWORD })
    expect(await names(alice)).toEqual([])
  })

  test('is in the copy of one’s data, without its key', async () => {
    await adds(alice, 'Phone')
    const collection = accountCollections.find(({ name }) => name === 'passkeys')
    const rows: unknown[] = []
    for await (const row of collection?.rows(app.db, alice.id, app.clock.now()) ?? [])
      rows.push(row)
    expect(rows).toEqual([
      { name: 'Phone', site: 'adultcrush', added: app.clock.now(), lastUsed: null, signatures: 0 },
    ])
  })

  test('goes with a password that is chosen by a link, so that nobody stays in by a passkey of theirs', async () => {
    const passkey = await adds(alice, 'Somebody’s phone')
    await alice.posts('/profile/changePassword', {
      currentPassword: PASSWORD,
      password: 'another quiet evening',
      passwordRepeat: 'another quiet evening',
    })
    expect(await names(alice)).toEqual(['Somebody’s phone'])
    const browser = somebody()
    await browser.posts('/resetPassword/processRequest', { email: address })
    await runJob(app, resetRequestJob)
    await follow(browser, await linkIn(app, address))
    expect(
      (
        await browser.posts('/resetPassword/save', {
          password: 'three little words',
          passwordRepeat: 'three little words',
        })
      ).status,
    ).toBe(302)
    expect(await problemOf(await signsIn(somebody(), passkey))).toEqual(REFUSED)
    expect(await subjects()).toContain('passkeyRemoved')
  })
})

describe('signing in by passkey', () => {
  test('names nobody beforehand, and opens a session in a browser that has none', async () => {
    const passkey = await adds(alice)
    const browser = somebody()
    expect(await askToSignIn(browser)).toMatchObject({
      rpId: 'adultcrush.localhost',
      userVerification: 'required',
      allowCredentials: [],
    })
    app.clock.advance(MINUTE)
    const answer = await signsIn(browser, passkey)
    expect([answer.status, await answer.json()]).toEqual([200, { next: '/dashboard' }])
    expect(await isSignedIn(browser)).toBe(true)
    expect((await list(alice)).passkeys).toEqual([
      expect.objectContaining({ lastUsedAt: app.clock.now().toISOString() }),
    ])
    // The device is known from now on, as after a password.
    expect(browser.cookies.has('device')).toBe(true)
  })

  test('ends the session that the browser had, and goes on where its member wanted to', async () => {
    const passkey = await adds(alice)
    const before = new Map(alice.cookies)
    alice.cookies.set('back', encodeURIComponent('/profile/edit/settings'))
    expect(await (await signsIn(alice, passkey)).json()).toEqual({ next: '/profile/edit/settings' })
    const old = somebody()
    old.cookies.set('session', before.get('session') ?? '')
    expect([await isSignedIn(old), await isSignedIn(alice)]).toEqual([false, true])
  })

  test.each<[string, Wrong]>([
    ['signed for another site', { origin: 'http://www.wivesnow.localhost:4321' }],
    ['of another brand’s host', { rpId: 'wivesnow.localhost' }],
    ['used without a look at who is there', { isVerified: false }],
    ['signed for another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['with a signature of nonsense', { signature: 'AAAA' }],
    ['that says it is somebody else’s', { userHandle: Buffer.alloc(32).toString('base64url') }],
    ['that is an addition', { type: 'webauthn.create' }],
  ])('refuses one %s', async (_, wrong) => {
    const passkey = await adds(alice)
    const browser = somebody()
    expect(await problemOf(await signsIn(browser, passkey, wrong))).toEqual(REFUSED)
    expect(await isSignedIn(browser)).toBe(false)
    expect((await signsIn(browser, passkey)).status).toBe(200)
  })

  test('answers a passkey that nobody has as one that is wrong', async () => {
    const passkey = await adds(alice)
    const strangers = creates(
      { rp: { id: 'adultcrush.localhost' }, user: { id: 'AAAA' }, challenge: 'AAAA' },
      originOf(alice),
    ).passkey
    const texts = await Promise.all(
      [
        await signsIn(somebody(), strangers),
        await signsIn(somebody(), passkey, { signature: 'AAAA' }),
      ].map(async (answer) => [answer.status, await answer.text()]),
    )
    expect(texts[0]).toEqual(texts[1])
  })

  test('refuses a passkey of another brand, though it is the same member’s and the same key', async () => {
    const passkey = await adds(alice)
    await acceptsTerms(app, alice.id, 'wivesnow')
    const there = somebody('wivesnow')
    expect(await problemOf(await signsIn(there, passkey))).toEqual(REFUSED)
    expect(
      await problemOf(await signsIn(there, { ...passkey, rpId: 'wivesnow.localhost' })),
    ).toEqual(REFUSED)
    expect(await isSignedIn(there)).toBe(false)
  })

  test('refuses a challenge used twice, too old, or of another browser; of ten at once lets in one', async () => {
    const passkey = await adds(alice)
    const browser = somebody()
    const { challenge } = await askToSignIn(browser)
    const response = signs(passkey, challenge, originOf(browser))
    const thief = somebody()
    expect(await problemOf(await thief.posts('/site/signInByPasskey', { response }))).toEqual(
      REFUSED,
    )
    await askToSignIn(thief)
    expect(await problemOf(await thief.posts('/site/signInByPasskey', { response }))).toEqual(
      REFUSED,
    )
    expect((await browser.posts('/site/signInByPasskey', { response })).status).toBe(200)
    expect(await problemOf(await browser.posts('/site/signInByPasskey', { response }))).toEqual(
      REFUSED,
    )

    const old = await askToSignIn(browser)
    app.clock.advance(5 * MINUTE)
    expect(
      await problemOf(
        await browser.posts('/site/signInByPasskey', {
          response: signs(passkey, old.challenge, originOf(browser)),
        }),
      ),
    ).toEqual(REFUSED)

    const fresh = await askToSignIn(browser)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        browser.posts('/site/signInByPasskey', {
          response: signs(passkey, fresh.challenge, originOf(browser)),
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('refuses a passkey that counts backwards, since somebody has copied it', async () => {
    const passkey = await adds(alice, 'Key', { count: 5 })
    expect((await signsIn(somebody(), passkey)).status).toBe(200)
    expect(await problemOf(await signsIn(somebody(), passkey, { count: 6 }))).toEqual(REFUSED)
    expect((await signsIn(somebody(), { ...passkey, count: 9 })).status).toBe(200)
  })

  test.each<[string, unknown, number]>([
    ['nothing', {}, 422],
    ['words', { response: 'open sesame' }, 422],
    ['null', null, 422],
    ['an id of 2,000 characters', { response: { id: 'A'.repeat(2000) } }, 422],
    ['a body ten times as big', { response: { id: 'A'.repeat(640_000) } }, 413],
    [
      'bytes that mean nothing',
      {
        response: {
          id: 'AAAA',
          rawId: 'AAAA',
          type: 'public-key',
          response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
        },
      },
      401,
    ],
  ])('refuses %s', async (_, body, status) => {
    const browser = somebody()
    await askToSignIn(browser)
    expect((await browser.posts('/site/signInByPasskey', body)).status).toBe(status)
  })

  test('tells a suspended member so, and offers a deleted account to come back, as by password', async () => {
    const passkey = await adds(alice)
    const account = () => app.db.updateTable('accounts').where('id', '=', alice.id)
    await account().set({ banned_at: app.clock.now() }).execute()
    expect(await problemOf(await signsIn(somebody(), passkey))).toEqual([
      403,
      expect.stringContaining('suspended'),
    ])
    await account().set({ banned_at: null }).execute()
    await alice.posts('/profile/deleteAccount', { password: PASSWORD })
    const browser = somebody()
    expect(await (await signsIn(browser, passkey)).json()).toEqual({ next: '/site/comeBack' })
    expect(browser.cookies.has('session')).toBe(false)
  })

  test('is tried ten times a minute from one address', async () => {
    const browser = somebody()
    const statuses: number[] = []
    for (let time = 0; time < 11; time += 1)
      statuses.push((await browser.posts('/site/signInByPasskey', {})).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429])
  })

  test('leaves no challenge behind that nobody took', async () => {
    for (let time = 0; time < 3; time += 1) await askToSignIn(somebody())
    const left = () => app.db.selectFrom('passkey_challenges').select('purpose').execute()
    expect((await left()).length).toBeGreaterThanOrEqual(3)
    app.clock.advance(5 * MINUTE)
    await runJob(app, challengeSweepJob)
    expect(await left()).toEqual([])
  })
})

test('a passkey works on each host of its brand', async () => {
  const passkey = await adds(alice)
  const there = app.visitor('adultcrush', { tier: 'members', ip: '192.0.2.77' })
  expect((await signsIn(there, passkey)).status).toBe(200)
})

test('options name the brand’s own host, on each brand', async () => {
  const ids: string[] = []
  for (const brand of ['wivesnow', 'discreetcrush']) {
    await acceptsTerms(app, alice.id, brand)
    const there = somebody(brand)
    await there.posts('/site/signin', { login: alice.username, password: PASSWORD })
    const options: CreationOptions = await askToAdd(there)
    ids.push(options.rp.id)
  }
  expect(ids).toEqual(['wivesnow.localhost', 'discreetcrush.localhost'])
})
