import { beforeEach, describe, expect, test } from 'vitest'
import { grantSweepJob, issueGrant } from '#core/accounts/mailed-links/grants.server.ts'
import { followLink, getMailedLink } from '#core/accounts/mailed-links/mailed-links.contract.ts'
import { DAY, MINUTE } from '#lib/clock.ts'
import { hashToken } from '#lib/token.server.ts'
import { app, runJob, type Visitor, withApp } from '../support/app.ts'
import { type CastMember, joins } from '../support/cast.ts'
import { follow, open } from '../support/joining.ts'

/** A stranger's link must not put somebody into the stranger's account unasked (assurance 35). */

const PATH = '/search/2?age=30'

withApp()
let alice: CastMember
let carol: CastMember
let named = 0
let browsers = 0
beforeEach(async () => {
  named += 1
  alice = await joins(app, { brand: 'adultcrush', username: `Alice${named}x` })
  carol = await joins(app, { brand: 'adultcrush', username: `Carol${named}x` })
})

type Purpose = 'signIn' | 'confirmEmail' | 'reset'
const tokenOf = ({ id }: { id: number }, purpose: Purpose = 'signIn', brand = 'adultcrush') =>
  issueGrant(app.db, { accountId: id, brand, purpose, at: app.clock.now() })
const linkWith = (token: string, path = PATH) =>
  new URL(`http://x.invalid${path}${path.includes('?') ? '&' : '?'}token=${token}`)
const kept = async (who: Visitor) => (await who.calls(getMailedLink)).link
const decides = (who: Visitor, choice: 'go' | 'stay', link = '') =>
  who.calls(followLink, { body: { choice, link } })
/** Who a browser is signed in as, by what the product tells it. */
async function nameIn(who: Visitor): Promise<string | null> {
  const { user } = (await (await who.request('/site/getParameters')).json()) as {
    user: { username: string } | null
  }
  return user?.username ?? null
}
async function isUnspent(token: string): Promise<boolean> {
  const browser = app.visitor('adultcrush', { ip: `198.51.100.${(browsers += 1)}` })
  await follow(browser, linkWith(token))
  return browser.cookies.has('session')
}

describe('a link that signs in, opened in another account’s session', () => {
  test('asks first: nobody is signed out, nothing is spent, and the token is in no address or page', async () => {
    const token = await tokenOf(alice)
    const before = carol.cookies.get('session')
    const answer = await open(carol, linkWith(token))
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      303,
      `http://www.adultcrush.localhost:4321${PATH}`,
    ])
    expect([carol.cookies.get('session'), await nameIn(carol)]).toEqual([before, carol.username])
    const page = await carol.visit(PATH)
    expect([page.status, await page.text(), page.headers.get('Cache-Control')]).toEqual([
      200,
      'page:/link',
      'no-store',
    ])
    const link = await kept(carol)
    expect(link).toEqual({
      id: expect.stringMatching(/^[\w-]{43}$/),
      purpose: 'signIn',
      state: 'open',
      isOwn: false,
      name: alice.username,
      address: 'a•••@e•••.org',
      renews: false,
      endsAll: false,
    })
    expect(JSON.stringify(link)).not.toContain(token)
    expect(await isUnspent(link?.id ?? '')).toBe(false)
    expect(await isUnspent(token)).toBe(true)
  })

  test('goes on as the other where somebody says so, to the link’s page, and ends the session that was', async () => {
    const token = await tokenOf(alice)
    const before = carol.cookies.get('session') as string
    await open(carol, linkWith(token))
    expect(await decides(carol, 'go', (await kept(carol))?.id)).toEqual({ next: PATH })
    expect(await nameIn(carol)).toBe(alice.username)
    expect(await isUnspent(token)).toBe(false)
    const old = app.visitor('adultcrush')
    old.cookies.set('session', before)
    expect(await nameIn(old)).toBeNull()
  })

  test('stays where somebody says so, and leaves the link to whose it is', async () => {
    const token = await tokenOf(alice)
    await open(carol, linkWith(token))
    const id = (await kept(carol))?.id
    expect(await decides(carol, 'stay')).toEqual({ next: PATH })
    expect([await nameIn(carol), await kept(carol)]).toEqual([carol.username, null])
    await expect(decides(carol, 'go', id)).rejects.toMatchObject({ code: 'conflict' })
    expect(await isUnspent(token)).toBe(true)
  })

  test('works by a form without script, from our own page alone', async () => {
    const token = await tokenOf(alice)
    await open(carol, linkWith(token))
    const link = (await kept(carol))?.id ?? ''
    const submits = (origin: string | null) =>
      carol.visit('/site/followLink', {
        method: 'POST',
        body: new URLSearchParams({ link, choice: 'go' }),
        headers: origin === null ? {} : { Origin: origin },
      })
    for (const origin of [
      null,
      'null',
      'https://evil.example',
      'http://www.wivesnow.localhost:4321',
    ])
      expect((await submits(origin)).status).toBe(403)
    const refers = (page: string) =>
      carol.visit('/site/followLink', {
        method: 'POST',
        body: new URLSearchParams({ link, choice: 'go' }),
        headers: { Referer: page },
      })
    for (const page of [
      'https://evil.example/',
      `https://evil.example/http://${carol.host}/`,
      `http://${carol.host}.evil.example/`,
      'http://www.wivesnow.localhost:4321/',
      '',
    ]) {
      expect((await refers(page)).status).toBe(403)
    }
    expect(await nameIn(carol)).toBe(carol.username)
    const answer = await submits(`http://${carol.host}`)
    expect([
      answer.status,
      answer.headers.get('Location'),
      answer.headers.get('Cache-Control'),
    ]).toEqual([303, PATH, 'no-store'])
    expect(await nameIn(carol)).toBe(alice.username)
  })

  test('works in a browser that sends neither Origin nor what it is about to do, and says from which page it comes', async () => {
    await open(carol, linkWith(await tokenOf(alice)))
    const link = (await kept(carol))?.id ?? ''
    const answer = await carol.visit('/site/followLink', {
      method: 'POST',
      body: new URLSearchParams({ link, choice: 'go' }),
      headers: { Referer: `http://${carol.host}${PATH}` },
    })
    expect([answer.status, await nameIn(carol)]).toEqual([303, alice.username])
  })

  test('is decided once of many at the same moment', async () => {
    await open(carol, linkWith(await tokenOf(alice)))
    const id = (await kept(carol))?.id
    const same = Array.from({ length: 20 }, () => {
      const browser = app.visitor('adultcrush')
      for (const [name, value] of carol.cookies) browser.cookies.set(name, value)
      return browser
    })
    const outcomes = await Promise.allSettled(same.map((browser) => decides(browser, 'go', id)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const sessions = await app.db
      .selectFrom('sessions')
      .select('id')
      .where('account_id', '=', alice.id)
      .execute()
    // Her own, and the one that was begun here.
    expect(sessions).toHaveLength(2)
  })

  test('is about one link: an answer to the question about another is none', async () => {
    const mallory = await joins(app, { brand: 'adultcrush', username: `Mallory${named}` })
    await open(carol, linkWith(await tokenOf(alice)))
    const first = (await kept(carol))?.id
    await open(carol, linkWith(await tokenOf(mallory)))
    expect((await kept(carol))?.name).toBe(mallory.username)
    await expect(decides(carol, 'go', first)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Another link was opened'),
    })
    expect(await nameIn(carol)).toBe(carol.username)
  })

  test('may have expired, been used or been replaced meanwhile: then nothing happens, and why is said', async () => {
    const token = await tokenOf(alice)
    await open(carol, linkWith(token))
    const id = (await kept(carol))?.id
    expect(await isUnspent(token)).toBe(true)
    await expect(decides(carol, 'go', id)).rejects.toMatchObject({
      code: 'conflict',
      message: `This link was used already. It signs in once. Nothing was changed by opening it again. You are still signed in as ${carol.username}.`,
    })
    await open(carol, linkWith(await tokenOf(alice)))
    const older = (await kept(carol))?.id
    await tokenOf(alice)
    await expect(decides(carol, 'go', older)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('A newer link was sent'),
    })
    await open(carol, linkWith(await tokenOf(alice)))
    const late = (await kept(carol))?.id
    app.clock.advance(10 * MINUTE)
    await expect(decides(carol, 'go', late)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('This link is too old'),
    })
    expect(await nameIn(carol)).toBe(carol.username)
    app.clock.advance(8 * DAY)
    await runJob(app, grantSweepJob)
    expect(await app.db.selectFrom('tokens').selectAll().execute()).toEqual([])
  })

  test('is of no use without the cookie: its id opens nothing in another browser', async () => {
    await open(carol, linkWith(await tokenOf(alice)))
    const other = await joins(app, { brand: 'adultcrush', username: `Dan${named}` })
    expect(await kept(other)).toBeNull()
    await expect(decides(other, 'go', (await kept(carol))?.id)).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test('leads nowhere else: a path that is none of ours is the dashboard', async () => {
    await open(carol, linkWith(await tokenOf(alice), '//evil.example/x'))
    expect(await decides(carol, 'go', (await kept(carol))?.id)).toEqual({ next: '/dashboard' })
  })

  test('names somebody who has chosen no name by the address, as far as its owner knows it', async () => {
    const nameless = await joins(app, {
      brand: 'adultcrush',
      username: `member${String(named).padStart(10, '0')}`,
    })
    await open(carol, linkWith(await tokenOf(nameless)))
    expect(await kept(carol)).toMatchObject({ name: 'm•••@e•••.org', isOwn: false })
  })

  test('is not exchanged by site parameters either', async () => {
    const token = await tokenOf(alice)
    const answer = await carol.request(`/site/getParameters?isNuxt=1&token=${token}`)
    expect(((await answer.json()) as { user: { username: string } }).user.username).toBe(
      carol.username,
    )
    expect(await isUnspent(token)).toBe(true)
  })
})

test('a link of one’s own signs in again, by its button', async () => {
  await open(carol, linkWith(await tokenOf(carol)))
  expect(await kept(carol)).toMatchObject({ isOwn: true, state: 'open' })
  const before = carol.cookies.get('session')
  expect(await decides(carol, 'go', (await kept(carol))?.id)).toEqual({ next: PATH })
  expect([await nameIn(carol), carol.cookies.get('session') === before]).toEqual([
    carol.username,
    false,
  ])
})

test('a link that is made up or another brand’s is not told apart, and does nothing', async () => {
  for (const token of ['x'.repeat(43), await tokenOf(alice, 'signIn', 'wivesnow')]) {
    await open(carol, linkWith(token))
    expect([await kept(carol), await nameIn(carol)]).toEqual([null, carol.username])
    await expect(
      decides(carol, 'go', hashToken(token).toString('base64url')),
    ).rejects.toMatchObject({ code: 'conflict' })
  }
})

test('a link that confirms an address or chooses a password leaves the session that is', async () => {
  for (const purpose of ['confirmEmail', 'reset'] as const) {
    await follow(carol, linkWith(await tokenOf(alice, purpose)))
    expect(await nameIn(carol)).toBe(carol.username)
  }
  expect(
    (
      await carol.posts('/resetPassword/save', {
        password: 'a goat and three words',
        passwordRepeat: 'a goat and three words',
      })
    ).status,
  ).toBe(302)
  expect(await nameIn(carol)).toBe(carol.username)
})
