import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantSweepJob, issueGrant } from '../../src/features/accounts/grants.server.ts'
import type { getSwitchOffer, switchAccount } from '../../src/features/accounts/link-offers.contract.ts'
import { MINUTE } from '../../src/lib/clock.ts'
import { startApp, type TestApp, type Visitor } from '../support/app.ts'
import { type CastMember, joins } from '../support/cast.ts'
import { follow, post, register } from '../support/joining.ts'

/** A stranger's link must not put somebody into the stranger's account unasked (assurance 35). */

const ASKED = 'http://www.adultcrush.localhost:4321/site/switchAccount'

let app: TestApp
let alice: CastMember
let carol: CastMember
let named = 0
beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  named += 1
  alice = await joins(app, { brand: 'adultcrush', username: `Alice${named}x` })
  carol = await joins(app, { brand: 'adultcrush', username: `Carol${named}x` })
})
afterAll(() => app.close())

type Purpose = 'signIn' | 'confirmEmail' | 'reset'
const tokenOf = ({ id }: { id: number }, purpose: Purpose = 'signIn', brand = 'adultcrush') =>
  issueGrant(app.services.db, { accountId: id, brand, purpose, at: app.clock.now() })
const linkWith = (token: string, path = '/search/2?age=30') => new URL(`http://x.invalid${path}${path.includes('?') ? '&' : '?'}token=${token}`)
const offered = async (who: Visitor) => (await who.send<typeof getSwitchOffer>('GET /site/getSwitchOffer', {})).offer
const decides = (who: Visitor, choice: 'go' | 'stay', offer = '') => who.send<typeof switchAccount>('POST /site/switchAccount', { body: { choice, offer } })
/** Who a browser is signed in as, by what the product tells it. */
async function nameIn(who: Visitor): Promise<string | null> {
  const { user } = (await (await who.request('/site/getParameters')).json()) as { user: { username: string } | null }
  return user?.username ?? null
}
async function isUnspent(token: string): Promise<boolean> {
  const browser = app.visitor('adultcrush')
  await follow(browser, linkWith(token))
  return browser.cookies.has('session')
}

describe('a link that signs in, followed in another account’s session', () => {
  test('asks first: nobody is signed out, nothing is spent, and the token is in no address, page or cookie', async () => {
    const token = await tokenOf(alice)
    const before = carol.cookies.get('session')
    const answer = await follow(carol, linkWith(token))
    expect([answer.status, answer.headers.get('Location'), answer.headers.get('Cache-Control'), answer.headers.get('Referrer-Policy')]).toEqual([
      303,
      ASKED,
      'no-store',
      'no-referrer',
    ])
    expect([answer.headers.getSetCookie(), carol.cookies.get('session'), await nameIn(carol)]).toEqual([[], before, carol.username])
    const page = await carol.visit('/site/switchAccount')
    expect([page.status, await page.text(), page.headers.get('Cache-Control')]).toEqual([200, 'page:/site/switchAccount', 'no-store'])
    const offer = await offered(carol)
    expect(offer).toEqual({ id: expect.stringMatching(/^[\w-]{43}$/), name: alice.username })
    expect(JSON.stringify([offer, [...carol.cookies]])).not.toContain(token)
    expect(await isUnspent(offer?.id ?? '')).toBe(false)
    expect(await isUnspent(token)).toBe(true)
  })

  test('goes on as the other where somebody says so, to the link’s page, and ends the session that was', async () => {
    const token = await tokenOf(alice)
    const before = carol.cookies.get('session') as string
    await follow(carol, linkWith(token))
    expect(await decides(carol, 'go', (await offered(carol))?.id)).toEqual({ next: '/search/2?age=30' })
    expect(await nameIn(carol)).toBe(alice.username)
    expect(await isUnspent(token)).toBe(false)
    const old = app.visitor('adultcrush')
    old.cookies.set('session', before)
    expect(await nameIn(old)).toBeNull()
  })

  test('stays where somebody says so, and leaves the link to whose it is', async () => {
    const token = await tokenOf(alice)
    await follow(carol, linkWith(token))
    expect(await decides(carol, 'stay')).toEqual({ next: '/search/2?age=30' })
    expect([await nameIn(carol), await offered(carol)]).toEqual([carol.username, null])
    await expect(decides(carol, 'go')).rejects.toMatchObject({ code: 'conflict' })
    expect(await isUnspent(token)).toBe(true)
  })

  test('works by a form without script, from our own page alone', async () => {
    const token = await tokenOf(alice)
    await follow(carol, linkWith(token))
    const offer = (await offered(carol))?.id ?? ''
    const submits = (origin: string | null) =>
      carol.visit('/site/switchAccount', {
        method: 'POST',
        body: new URLSearchParams({ offer, choice: 'go' }),
        headers: origin === null ? {} : { Origin: origin },
      })
    for (const origin of [null, 'null', 'https://evil.example', 'http://www.wivesnow.localhost:4321']) expect((await submits(origin)).status).toBe(403)
    expect(await nameIn(carol)).toBe(carol.username)
    const answer = await submits(`http://${carol.host}`)
    expect([answer.status, answer.headers.get('Location'), answer.headers.get('Cache-Control')]).toEqual([303, '/search/2?age=30', 'no-store'])
    expect(await nameIn(carol)).toBe(alice.username)
  })

  test('is decided once of many at the same moment', async () => {
    await follow(carol, linkWith(await tokenOf(alice)))
    const offer = (await offered(carol))?.id
    const same = Array.from({ length: 10 }, () => {
      const browser = app.visitor('adultcrush')
      for (const [name, value] of carol.cookies) browser.cookies.set(name, value)
      return browser
    })
    const outcomes = await Promise.allSettled(same.map((browser) => decides(browser, 'go', offer)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const sessions = await app.services.db.selectFrom('sessions').select('id').where('account_id', '=', alice.id).execute()
    // Her own, and the one that was begun here.
    expect(sessions).toHaveLength(2)
  })

  test('is about one link: an answer to the question about another is none', async () => {
    const mallory = await joins(app, { brand: 'adultcrush', username: `Mallory${named}` })
    await follow(carol, linkWith(await tokenOf(alice)))
    const first = (await offered(carol))?.id
    await follow(carol, linkWith(await tokenOf(mallory)))
    expect((await offered(carol))?.name).toBe(mallory.username)
    await expect(decides(carol, 'go', first)).rejects.toMatchObject({
      code: 'conflict',
      message: `This link was used already, or is too old. You are still signed in as ${carol.username}.`,
    })
    expect(await nameIn(carol)).toBe(carol.username)
  })

  test('may have expired, been used or been replaced meanwhile: then nothing happens', async () => {
    const token = await tokenOf(alice)
    await follow(carol, linkWith(token))
    const offer = (await offered(carol))?.id
    expect(await isUnspent(token)).toBe(true)
    expect(await offered(carol)).toBeNull()
    await expect(decides(carol, 'go', offer)).rejects.toMatchObject({ code: 'conflict' })

    await follow(carol, linkWith(await tokenOf(alice)))
    const late = (await offered(carol))?.id
    app.clock.advance(10 * MINUTE)
    await expect(decides(carol, 'go', late)).rejects.toMatchObject({ code: 'conflict' })
    expect(await nameIn(carol)).toBe(carol.username)
    await grantSweepJob.start(app.services).run(new AbortController().signal)
    expect(await app.services.db.selectFrom('link_offers').selectAll().execute()).toEqual([])
  })

  test('asks nobody else: another session of the same member was offered nothing', async () => {
    await follow(carol, linkWith(await tokenOf(alice)))
    const other = await joins(app, { brand: 'adultcrush', username: `Dan${named}` })
    expect(await offered(other)).toBeNull()
    await expect(decides(other, 'go', (await offered(carol))?.id)).rejects.toMatchObject({ code: 'conflict' })
    expect((await app.visitor('adultcrush').request('/site/getSwitchOffer')).status).toBe(401)
  })

  test('leads nowhere else: a path that is none of ours is the dashboard', async () => {
    await follow(carol, linkWith(await tokenOf(alice), '//evil.example/x'))
    expect(await decides(carol, 'go', (await offered(carol))?.id)).toEqual({ next: '/dashboard' })
  })

  test('names somebody who has chosen no name by the address, as far as its owner knows it', async () => {
    const nameless = await joins(app, { brand: 'adultcrush', username: `member${String(named).padStart(10, '0')}` })
    await follow(carol, linkWith(await tokenOf(nameless)))
    expect((await offered(carol))?.name).toBe('m•••@e•••.org')
  })

  test('is not exchanged by site parameters either', async () => {
    const token = await tokenOf(alice)
    const answer = await carol.request(`/site/getParameters?isNuxt=1&token=${token}`)
    expect(((await answer.json()) as { user: { username: string } }).user.username).toBe(carol.username)
    expect(await isUnspent(token)).toBe(true)
  })
})

describe('without a question', () => {
  test('a link of one’s own signs in again', async () => {
    const answer = await follow(carol, linkWith(await tokenOf(carol)))
    expect(answer.headers.get('Location')).toBe('http://www.adultcrush.localhost:4321/search/2?age=30')
    expect(answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual(['session', 'device'])
  })

  test('a link that is old, used, made up or another brand’s is as if there were none', async () => {
    const used = await tokenOf(alice)
    await isUnspent(used)
    for (const token of [used, 'x'.repeat(43), await tokenOf(alice, 'signIn', 'wivesnow')]) {
      const answer = await follow(carol, linkWith(token))
      expect(answer.headers.get('Location')).toBe('http://www.adultcrush.localhost:4321/search/2?age=30')
      expect([await offered(carol), await nameIn(carol)]).toEqual([null, carol.username])
    }
  })

  test('what opens links before people do leaves them unspent and unasked', async () => {
    const token = await tokenOf(alice)
    const scanners: Array<Record<string, string>> = [
      {},
      { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' },
      { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' },
    ]
    for (const headers of scanners) {
      await carol.visit(`/dashboard?token=${token}`, { headers })
      expect(await offered(carol)).toBeNull()
    }
    expect(await isUnspent(token)).toBe(true)
  })

  test('a link that confirms an address or chooses a password leaves the session that is', async () => {
    for (const purpose of ['confirmEmail', 'reset'] as const) {
      await follow(carol, linkWith(await tokenOf(alice, purpose)))
      expect([await nameIn(carol), await offered(carol)]).toEqual([carol.username, null])
    }
    expect((await post(carol, '/resetPassword/save', { password: 'a goat and three words', passwordRepeat: 'a goat and three words' })).status).toBe(302)
    expect(await nameIn(carol)).toBe(carol.username)
  })

  test('who is at the page without having been asked is led on', async () => {
    expect((await app.visitor('adultcrush').visit('/site/switchAccount')).headers.get('Location')).toBe('/')
    const guest = app.visitor('adultcrush')
    await register(guest, { username: `Newcomer${named}`, email: `newcomer${named}@example.org` })
    await follow(guest, linkWith(await tokenOf(alice)))
    expect((await guest.visit('/site/switchAccount')).status).toBe(200)
  })
})
