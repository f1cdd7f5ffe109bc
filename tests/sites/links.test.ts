import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueGrant } from '../../src/features/accounts/grants.server.ts'
import { MINUTE } from '../../src/lib/clock.ts'
import { brands } from '../../src/sites/registry.ts'
import { ownPath } from '../../src/sites/routes.ts'
import { startApp, type TestApp, type Visitor } from '../support/app.ts'
import { type CastMember, joins, PASSWORD } from '../support/cast.ts'
import { mailsTo } from '../support/mail.ts'
import { elsewhere } from './open-redirects.ts'

/** Addresses that people bring with them: `?back=`, `?token=` and tracking links (decisions §2; assurance 16). */

const ids = brands.map((brand) => brand.id)
let app: TestApp
let alice: CastMember
beforeAll(async () => {
  app = await startApp()
  alice = await joins(app, { brand: 'adultcrush', username: 'Alice' })
})
afterAll(() => app.close())

/** Where a browser on the landing of a brand goes for this Location. */
function destination(location: string | null, brand: string): URL {
  expect(location).not.toBeNull()
  return new URL(location as string, `http://www.${brand}.localhost:4321/`)
}

describe('?back=', () => {
  test('is remembered, gone from the address, and where signing in leads', async () => {
    const visitor = app.visitor('adultcrush')
    const answer = await visitor.visit('/?back=%2Fmessages%3Fwith%3D7&from=mail')
    expect(destination(answer.headers.get('Location'), 'adultcrush').href).toBe('http://www.adultcrush.localhost:4321/?from=mail')
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^back=%2Fmessages%3Fwith%3D7; Max-Age=1800; Domain=adultcrush\.localhost; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    expect(await visitor.send('POST /site/signin', { body: { login: 'Alice', password: PASSWORD } })).toEqual({ next: '/messages?with=7' })
  })

  test.each([...elsewhere])('is dropped when it is %j', async (back) => {
    expect(ownPath(back)).toBeNull()
    const answer = await app.visitor('adultcrush').visit(`/help?back=${encodeURIComponent(back)}`)
    expect(answer.status).toBe(302)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(answer.headers.get('Location')).toBe('http://www.adultcrush.localhost:4321/help')
  })

  test.each(['https%3A%2F%2Fevil.example', '%2F%2Fevil.example', '%2F%5Cevil.example', '//evil.example', '%', '%zz', '%ff', '%2F%ff', ''])(
    'forged as the cookie %j, it leads to the dashboard',
    async (forged) => {
      const visitor = app.visitor('adultcrush', { ip: '203.0.113.8' })
      visitor.cookies.set('back', forged)
      expect(await visitor.send('POST /site/signin', { body: { login: 'Alice', password: PASSWORD } })).toEqual({ next: '/dashboard' })
    },
  )

  test.each(['/messages', '/search/2?gender=woman&gender=man', '/profile/view/id/7#photos', '/wivesnow/dashboard', '/help/a%20b', '/a//b'])(
    'may be %s',
    (path) => {
      expect(ownPath(path)).toBe(path)
    },
  )
})

describe('an address that begins with two slashes', () => {
  test.each(['?back=/messages', '?token=abc', '?token=abc&back=/messages', '/', '/?a=1', '/index'])('never leads out: //evil.example%s', async (rest) => {
    for (const start of ['//evil.example', '/\\evil.example', '///evil.example', '/.//evil.example']) {
      const answer = await app.visitor('adultcrush').visit(start + rest)
      const location = answer.headers.get('Location')
      if (location !== null) expect(destination(location, 'adultcrush').host).toBe('www.adultcrush.localhost:4321')
      else expect(answer.status).toBe(404)
    }
  })
})

describe('?token=', () => {
  const navigation = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }

  async function grant(purpose: 'signIn' | 'confirmEmail' = 'signIn', brand = 'adultcrush'): Promise<string> {
    return issueGrant(app.services.db, { accountId: alice.id, brand, purpose, at: app.clock.now() })
  }
  async function follow(visitor: Visitor, token: string, headers: Record<string, string> = navigation): Promise<Response> {
    return visitor.visit(`/search/2?age=30&token=${token}&sort=new`, { headers })
  }

  test('signs in, once, and is gone from the address', async () => {
    const token = await grant()
    const visitor = app.visitor('adultcrush')
    const answer = await follow(visitor, token)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('Location')).toBe('http://www.adultcrush.localhost:4321/search/2?age=30&sort=new')
    expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect((await visitor.visit('/search/2')).status).toBe(200)
    const second = app.visitor('adultcrush')
    await follow(second, token)
    expect(second.cookies.size).toBe(0)
  })

  test('is good for one of twenty who come at once', async () => {
    const token = await grant()
    const visitors = Array.from({ length: 20 }, () => app.visitor('adultcrush'))
    await Promise.all(visitors.map((visitor) => follow(visitor, token)))
    expect(visitors.filter((visitor) => visitor.cookies.has('session'))).toHaveLength(1)
  })

  test.each([
    ['a mail scanner', {}],
    ['a script', { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' }],
    ['an image', { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' }],
    ['a frame', { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' }],
    ['a page that is only prepared', { ...navigation, 'Sec-Purpose': 'prefetch;prerender' }],
  ])('is left unspent by %s', async (_, headers) => {
    const token = await grant()
    const scanner = app.visitor('adultcrush')
    // A browser must not show what it prepared without the token: a 503 makes it ask again.
    expect((await follow(scanner, token, headers)).status).toBe('Sec-Purpose' in headers ? 503 : 303)
    expect(scanner.cookies.size).toBe(0)
    const head = await scanner.visit(`/?token=${token}`, { method: 'HEAD', headers: navigation })
    expect(head.headers.getSetCookie()).toEqual([])
    const person = app.visitor('adultcrush')
    await follow(person, token)
    expect(person.cookies.has('session')).toBe(true)
  })

  test('works on any page, and on no other brand', async () => {
    const token = await grant()
    const stranger = app.visitor('wivesnow')
    await follow(stranger, token)
    expect(stranger.cookies.size).toBe(0)
    const visitor = app.visitor('adultcrush', { tier: 'members' })
    await visitor.visit(`/help?token=${token}`, { headers: navigation })
    expect((await visitor.visit('/dashboard')).headers.get('Location')).toBe('http://www.adultcrush.localhost:4321/dashboard')
  })

  test('lasts ten minutes, and the newest voids those before it', async () => {
    const [older, newer] = [await grant(), await grant()]
    const visitor = app.visitor('adultcrush')
    await follow(visitor, older)
    expect(visitor.cookies.size).toBe(0)
    app.clock.advance(10 * MINUTE)
    await follow(visitor, newer)
    expect(visitor.cookies.size).toBe(0)
    const intime = await grant()
    app.clock.advance(10 * MINUTE - 1)
    await follow(visitor, intime)
    expect(visitor.cookies.has('session')).toBe(true)
  })

  test('that only confirms an address signs nobody in', async () => {
    const visitor = app.visitor('adultcrush')
    await follow(visitor, await grant('confirmEmail'))
    expect(visitor.cookies.size).toBe(0)
  })

  test('that is anything else changes nothing', async () => {
    for (const token of ['', 'a', '0'.repeat(43), 'x'.repeat(5000), '%00', '%ED%A0%80', "'%20or%201=1--", '[object%20Object]']) {
      const answer = await follow(app.visitor('adultcrush'), token)
      expect([token.slice(0, 20), answer.status, answer.headers.getSetCookie()]).toEqual([token.slice(0, 20), 303, []])
    }
  })

  test('replaces the session that its own account had in the browser', async () => {
    const visitor = app.visitor('adultcrush')
    await follow(visitor, await grant())
    const before = visitor.cookies.get('session') as string
    await follow(visitor, await grant())
    expect(visitor.cookies.get('session')).not.toBe(before)
    visitor.cookies.set('session', before)
    expect((await visitor.visit('/dashboard')).headers.get('Location')).toBe('/')
  })

  test('is exchanged by site parameters too, from our own pages', async () => {
    const visitor = app.visitor('adultcrush')
    const answer = await visitor.request(`/site/getParameters?isNuxt=1&token=${await grant()}`)
    expect(((await answer.json()) as { user: { username: string } }).user.username).toBe('Alice')
    expect(visitor.cookies.has('session')).toBe(true)
  })

  test('is nowhere in the log, nor in clear in the database', async () => {
    const token = await grant()
    await follow(app.visitor('adultcrush'), token)
    expect(app.logged.join('\n')).not.toContain(token)
    const rows = await app.services.db.selectFrom('tokens').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(await mailsTo(app, 'nobody@example.org')).toEqual([])
  })
})

describe.each(ids)('a tracking link of %s', (id) => {
  const home = `http://www.${id}.localhost:4321/`
  const hosts = ['redirect', 'redirects', 'cupidredirect', 'www']

  async function lead(host: string, path: string): Promise<string> {
    const request = new Request(`http://${host}.${id}.localhost:4321${path}`, { redirect: 'manual', headers: { Host: `${host}.${id}.localhost:4321` } })
    const answer = await app.frontDoor(request, '203.0.113.9', async () => new Response('page'))
    expect([path, answer.status]).toEqual([path, 302])
    return destination(answer.headers.get('Location'), id).href
  }

  test('leads where the brand’s data says', async () => {
    const redirects = brands.find((brand) => brand.id === id)?.traffic.redirects ?? {}
    for (const [key, target] of Object.entries(redirects)) {
      for (const prefix of ['/q/', '/f/a/', '/e/', '/v2/']) {
        expect(await lead('www', prefix + key)).toBe(new URL(target, home).href)
        expect(await lead('redirect', `${prefix}${key}?utm=1`)).toBe(new URL(target, home).href)
      }
    }
  })

  test.each(['redirect', 'redirects', 'cupidredirect', 'www', 'members', 'staging'])(
    'on %s. tells a page of ours who sent somebody, and is never kept',
    async (host) => {
      for (const prefix of ['/q/', '/f/a/', '/e/', '/v2/', ...(/redirect/.test(host) ? ['/', '/in/any/way/'] : [])]) {
        const request = new Request(`http://x.invalid${prefix}affiliate?affiliateId=aff-1&subid=s.1&campaignId=12&url=https://evil.example&key=welcome`, {
          headers: { Host: `${host}.${id}.localhost:4321` },
        })
        const answer = await app.frontDoor(request, '203.0.113.9', async () => new Response('page'))
        expect([answer.status, answer.headers.get('Location'), answer.headers.get('Cache-Control'), answer.headers.getSetCookie()]).toEqual([
          302,
          `${home}promo/Affiliate?subid=s.1&campaignId=12&affiliateId=aff-1`,
          'no-store',
          [],
        ])
      }
    },
  )

  test.each(hosts)('on %s. is followed, and takes nothing', async (host) => {
    for (const [method, status] of [
      ['HEAD', 302],
      ['POST', 405],
      ['PUT', 405],
      ['DELETE', 405],
    ] as const) {
      const request = new Request('http://x.invalid/q/welcome', { method, headers: { Host: `${host}.${id}.localhost:4321` } })
      expect([method, (await app.frontDoor(request, '', async () => new Response('page'))).status]).toEqual([method, status])
    }
  })

  test('leads home where its key is not known, however it is written', async () => {
    for (const host of hosts) {
      for (const path of [
        '/q/',
        '/q/nobody',
        '/f/a/nobody',
        '/e/__proto__',
        '/v2/constructor',
        '/q/toString',
        `/q/${'k'.repeat(300)}`,
        '/q/a?key=welcome&key=b',
        '/q/a?x=%00',
        '/q/a?isNuxt=12345678',
        '/q/%ED%A0%80',
        '/q/%zz',
      ]) {
        expect([host, path, await lead(host, path)]).toEqual([host, path, home])
      }
    }
  })

  test('never leads where a stranger says', async () => {
    for (const payload of elsewhere) {
      const text = encodeURIComponent(payload)
      for (const path of [`/q/${text}`, `/e/x?url=${text}&key=${text}&to=${text}`, `/v2/x/${text}`, `/f/a/?${text}`]) {
        expect([path, new URL(await lead('redirect', path)).host]).toEqual([path, `www.${id}.localhost:4321`])
      }
    }
  })
})

test('prefixes that only look like tracking links are no routes', async () => {
  for (const path of ['/q', '/Q/a', '/f/b/a', '/v3/a', '/e', '/queue/a']) {
    expect([path, (await app.visitor('adultcrush').visit(path)).status]).toEqual([path, 404])
  }
})
