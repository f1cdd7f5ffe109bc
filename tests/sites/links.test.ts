import { beforeAll, describe, expect, test } from 'vitest'
import { issueGrant } from '#core/accounts/mailed-links/grants.server.ts'
import { followLink, getMailedLink } from '#core/accounts/mailed-links/mailed-links.contract.ts'
import { MINUTE } from '#lib/clock.ts'
import { hashToken } from '#lib/token.server.ts'
import { brands } from '#sites/registry.ts'
import { ownPath } from '#sites/routes.ts'
import { app, type Visitor, withApp } from '../support/app.ts'
import { type CastMember, joins, PASSWORD } from '../support/cast.ts'
import { follow, open } from '../support/joining.ts'
import { mailsTo } from '../support/mail.ts'
import { elsewhere } from './open-redirects.ts'

/**
 * Addresses that people bring with them: `?back=`, `?token=` and tracking links (decisions §2;
 * assurance 16).
 */

const ids = brands.map((brand) => brand.id)
withApp()
let alice: CastMember
beforeAll(async () => {
  alice = await joins(app, { brand: 'adultcrush', username: 'Alice' })
})

/** Where a browser on the landing of a brand goes for this Location. */
function destination(location: string | null, brand: string): URL {
  expect(location).not.toBeNull()
  return new URL(location as string, `http://www.${brand}.localhost:4321/`)
}

describe('?back=', () => {
  test('is remembered, gone from the address, and where signing in leads', async () => {
    const visitor = app.visitor('adultcrush')
    const answer = await visitor.visit('/?back=%2Fmessages%3Fwith%3D7&from=mail')
    expect(destination(answer.headers.get('Location'), 'adultcrush').href).toBe(
      'http://www.adultcrush.localhost:4321/?from=mail',
    )
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^back=%2Fmessages%3Fwith%3D7; Max-Age=1800; Domain=adultcrush\.localhost; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ])
    expect(
      await visitor.send('POST /site/signin', { body: { login: 'Alice', password: PASSWORD } }),
    ).toEqual({ next: '/messages?with=7' })
  })

  test.each([...elsewhere])('is dropped when it is %j', async (back) => {
    expect(ownPath(back)).toBeNull()
    const answer = await app.visitor('adultcrush').visit(`/help?back=${encodeURIComponent(back)}`)
    expect(answer.status).toBe(302)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(answer.headers.get('Location')).toBe('http://www.adultcrush.localhost:4321/help')
  })

  test.each([
    'https%3A%2F%2Fevil.example',
    '%2F%2Fevil.example',
    '%2F%5Cevil.example',
    '//evil.example',
    '%',
    '%zz',
    '%ff',
    '%2F%ff',
    '',
  ])('forged as the cookie %j, it leads to the dashboard', async (forged) => {
    const visitor = app.visitor('adultcrush', { ip: '203.0.113.8' })
    visitor.cookies.set('back', forged)
    expect(
      await visitor.send('POST /site/signin', { body: { login: 'Alice', password: PASSWORD } }),
    ).toEqual({ next: '/dashboard' })
  })

  test.each([
    '/messages',
    '/search/2?gender=woman&gender=man',
    '/profile/view/id/7#photos',
    '/wivesnow/dashboard',
    '/help/a%20b',
    '/a//b',
  ])('may be %s', (path) => {
    expect(ownPath(path)).toBe(path)
  })
})

describe('an address that begins with two slashes', () => {
  test.each(['?back=/messages', '?token=abc', '?token=abc&back=/messages', '/', '/?a=1', '/index'])(
    'never leads out: //evil.example%s',
    async (rest) => {
      for (const start of [
        '//evil.example',
        '/\\evil.example',
        '///evil.example',
        '/.//evil.example',
      ]) {
        const answer = await app.visitor('adultcrush').visit(start + rest)
        const location = answer.headers.get('Location')
        if (location !== null)
          expect(destination(location, 'adultcrush').host).toBe('www.adultcrush.localhost:4321')
        else expect(answer.status).toBe(404)
      }
    },
  )
})

describe('?token=', () => {
  async function grant(
    purpose: 'signIn' | 'confirmEmail' | 'reset' = 'signIn',
    brand = 'adultcrush',
  ): Promise<string> {
    return issueGrant(app.db, { accountId: alice.id, brand, purpose, at: app.clock.now() })
  }
  const PATH = '/search/2?age=30&sort=new'
  const linkWith = (token: string) =>
    new URL(`http://x.invalid/search/2?age=30&token=${token}&sort=new`)
  const opens = (visitor: Visitor, token: string, headers: Record<string, string> = {}) =>
    open(visitor, linkWith(token), headers)
  const presses = (visitor: Visitor, token: string) => follow(visitor, linkWith(token))
  const shown = async (visitor: Visitor, path = PATH) => (await visitor.visit(path)).text()

  test('is gone from the address and kept for this browser; its page stands there, and its button signs in, once', async () => {
    const token = await grant()
    const visitor = app.visitor('adultcrush')
    const answer = await opens(visitor, token)
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      303,
      `http://www.adultcrush.localhost:4321${PATH}`,
    ])
    expect([answer.headers.get('Referrer-Policy'), answer.headers.get('Cache-Control')]).toEqual([
      'no-referrer',
      'no-store',
    ])
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^link=[\w-]{43}\.[\w-]+; Max-Age=600; Domain=adultcrush\.localhost; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ])
    expect([await shown(visitor), await shown(visitor, '/help')]).toEqual([
      'page:/link',
      'page:/live/help',
    ])
    const pressed = await presses(visitor, token)
    expect([pressed.status, pressed.headers.get('Location')]).toEqual([303, PATH])
    expect([
      visitor.cookies.has('session'),
      visitor.cookies.has('link'),
      await shown(visitor),
    ]).toEqual([true, false, 'page:/search/2'])
    const second = app.visitor('adultcrush')
    await presses(second, token)
    expect(second.cookies.has('session')).toBe(false)
  })

  test('is good for one of twenty who press at once', async () => {
    const token = await grant()
    const visitors = Array.from({ length: 20 }, (_, index) =>
      app.visitor('adultcrush', { ip: `203.0.113.${index + 20}` }),
    )
    await Promise.all(visitors.map((visitor) => presses(visitor, token)))
    expect(visitors.filter((visitor) => visitor.cookies.has('session'))).toHaveLength(1)
  })

  test.each([
    ['a mail scanner', {}, true],
    [
      'a scanner that renders pages',
      { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
      true,
    ],
    ['a script', { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' }, false],
    ['an image', { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' }, false],
    ['a frame', { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' }, false],
  ])('is left unspent by %s, however often', async (_, headers, isKept) => {
    for (const purpose of ['signIn', 'confirmEmail', 'reset'] as const) {
      const token = await grant(purpose)
      const scanner = app.visitor('adultcrush')
      for (let time = 0; time < 3; time += 1)
        expect((await opens(scanner, token, headers)).status).toBe(303)
      expect(scanner.cookies.size > 0).toBe(isKept)
      expect(scanner.cookies.has('session')).toBe(false)
      await scanner.visit(PATH, { headers })
      const { used_at } = await app.db
        .selectFrom('tokens')
        .select('used_at')
        .where('token_hash', '=', hashToken(token))
        .executeTakeFirstOrThrow()
      expect(used_at).toBeNull()
    }
  })

  test('is not opened by a page that is only prepared: a browser must not show what it prepared without the token', async () => {
    const scanner = app.visitor('adultcrush')
    expect(
      (await opens(scanner, await grant(), { 'Sec-Purpose': 'prefetch;prerender' })).status,
    ).toBe(503)
    expect(scanner.cookies.size).toBe(0)
  })

  test('works on any page, and on no other brand', async () => {
    const token = await grant()
    const stranger = app.visitor('wivesnow')
    await presses(stranger, token)
    expect(stranger.cookies.has('session')).toBe(false)
    const visitor = app.visitor('adultcrush', { tier: 'members' })
    await visitor.visit(`/help/?token=${token}&back=%2Fmessages`)
    const way = await visitor.visit('/help/?back=%2Fmessages')
    expect(new URL(way.headers.get('Location') ?? '').pathname).toBe('/help')
    expect(await shown(visitor, '/help')).toBe('page:/link')
    await follow(visitor, new URL(`http://x.invalid/help?token=${token}`))
    expect((await visitor.visit('/dashboard')).headers.get('Location')).toBe(
      'http://www.adultcrush.localhost:4321/dashboard',
    )
  })

  test('lasts ten minutes, and the newest voids those before it; what is over has a page once, and says why', async () => {
    const state = async (visitor: Visitor) => (await visitor.calls(getMailedLink)).link?.state
    const [older, newer] = [await grant(), await grant()]
    const visitor = app.visitor('adultcrush')
    await presses(visitor, older)
    expect([visitor.cookies.has('session'), await state(visitor)]).toEqual([false, 'replaced'])
    expect([await shown(visitor), await shown(visitor)]).toEqual([
      'page:/link',
      expect.not.stringContaining('link'),
    ])
    app.clock.advance(10 * MINUTE)
    await presses(visitor, newer)
    expect([visitor.cookies.has('session'), await state(visitor)]).toEqual([false, 'old'])
    const intime = await grant()
    await opens(visitor, intime)
    app.clock.advance(10 * MINUTE - 1)
    await presses(visitor, intime)
    expect(visitor.cookies.has('session')).toBe(true)
    const again = app.visitor('adultcrush')
    await opens(again, intime)
    expect(await state(again)).toBe('done')
  })

  test('that only confirms an address signs nobody in', async () => {
    const visitor = app.visitor('adultcrush')
    expect((await presses(visitor, await grant('confirmEmail'))).headers.get('Location')).toBe(
      '/site/emailAddress?outcome=confirmed',
    )
    expect(visitor.cookies.has('session')).toBe(false)
  })

  test('that is anything else keeps nothing of itself, and a page says that it does not work', async () => {
    for (const token of [
      '',
      'a',
      '0'.repeat(43),
      'x'.repeat(5000),
      '%00',
      '%ED%A0%80',
      "'%20or%201=1--",
      '[object%20Object]',
    ]) {
      const visitor = app.visitor('adultcrush')
      const answer = await opens(visitor, token)
      expect([token.slice(0, 20), answer.status, visitor.cookies.get('link')]).toEqual([
        token.slice(0, 20),
        303,
        expect.stringMatching(/^\.[\w-]+$/),
      ])
      expect([await shown(visitor), await visitor.calls(getMailedLink)]).toEqual([
        'page:/link',
        { link: null },
      ])
    }
  })

  test.each([
    '',
    '.',
    'a.b.c',
    '%',
    `${'x'.repeat(43)}.Ly9ldmlsLmV4YW1wbGU`,
    '.%ff',
    '\ud800'.toWellFormed(),
  ])('forged as the cookie %j, it opens nothing', async (forged) => {
    const visitor = app.visitor('adultcrush')
    visitor.cookies.set('link', encodeURI(forged))
    expect(await visitor.calls(getMailedLink)).toEqual({
      link: null,
    })
    expect(await visitor.calls(followLink, { body: { choice: 'stay' } })).toEqual({
      next: '/dashboard',
    })
    await expect(visitor.calls(followLink, { body: { choice: 'go' } })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test('replaces the session that its own account had in the browser', async () => {
    const visitor = app.visitor('adultcrush')
    await presses(visitor, await grant())
    const before = visitor.cookies.get('session') as string
    await presses(visitor, await grant())
    expect(visitor.cookies.get('session')).not.toBe(before)
    visitor.cookies.set('session', before)
    expect((await visitor.visit('/dashboard')).headers.get('Location')).toBe('/')
  })

  test('is kept by site parameters too, which spend nothing', async () => {
    const visitor = app.visitor('adultcrush')
    const answer = await visitor.request(`/site/getParameters?isNuxt=1&token=${await grant()}`)
    expect(((await answer.json()) as { user: unknown }).user).toBeNull()
    expect([visitor.cookies.has('session'), await shown(visitor, '/dashboard')]).toEqual([
      false,
      'page:/link',
    ])
  })

  test('is nowhere in the log, nor in clear in the database', async () => {
    const token = await grant()
    await presses(app.visitor('adultcrush'), token)
    expect(app.logged.join('\n')).not.toContain(token)
    const rows = await app.db.selectFrom('tokens').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(await mailsTo(app, 'nobody@example.org')).toEqual([])
  })
})

describe.each(ids)('a tracking link of %s', (id) => {
  const home = `http://www.${id}.localhost:4321/`
  const hosts = ['redirect', 'redirects', 'cupidredirect', 'www']

  async function lead(host: string, path: string): Promise<string> {
    const request = new Request(`http://${host}.${id}.localhost:4321${path}`, {
      redirect: 'manual',
      headers: { Host: `${host}.${id}.localhost:4321` },
    })
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
      for (const prefix of [
        '/q/',
        '/f/a/',
        '/e/',
        '/v2/',
        ...(/redirect/.test(host) ? ['/', '/in/any/way/'] : []),
      ]) {
        const request = new Request(
          `http://x.invalid${prefix}affiliate?affiliateId=aff-1&subid=s.1&campaignId=12&url=https://evil.example&key=welcome`,
          {
            headers: { Host: `${host}.${id}.localhost:4321` },
          },
        )
        const answer = await app.frontDoor(request, '203.0.113.9', async () => new Response('page'))
        expect([
          answer.status,
          answer.headers.get('Location'),
          answer.headers.get('Cache-Control'),
          answer.headers.getSetCookie(),
        ]).toEqual([
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
      const request = new Request('http://x.invalid/q/welcome', {
        method,
        headers: { Host: `${host}.${id}.localhost:4321` },
      })
      expect([
        method,
        (await app.frontDoor(request, '', async () => new Response('page'))).status,
      ]).toEqual([method, status])
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
      for (const path of [
        `/q/${text}`,
        `/e/x?url=${text}&key=${text}&to=${text}`,
        `/v2/x/${text}`,
        `/f/a/?${text}`,
      ]) {
        expect([path, new URL(await lead('redirect', path)).host]).toEqual([
          path,
          `www.${id}.localhost:4321`,
        ])
      }
    }
  })
})

test('prefixes that only look like tracking links are no routes', async () => {
  for (const path of ['/q', '/Q/a', '/f/b/a', '/v3/a', '/e', '/queue/a']) {
    expect([path, (await app.visitor('adultcrush').visit(path)).status]).toEqual([path, 404])
  }
})
