import { describe, expect, test } from 'vitest'
import { REPLACED } from '#api/services.server.ts'
import { health } from '#front-door/health.server.ts'
import type { Render } from '#front-door/visit.server.ts'
import type { SiteParameters } from '#members/viewer/parameters.contract.ts'
import { brands } from '#sites/registry.ts'
import { app, startApp, withApp } from '../support/app.ts'

/** What every host of every brand answers (decisions §1; assurance 13, 15, 18). */

withApp()

const ids = brands.map((brand) => brand.id)
const render: Render = async (_, path, { brand }) =>
  new Response(`${brand.id}:${path}`, { headers: { 'Content-Type': 'text/html' } })

/**
 * A request by its Host header alone: `http://` + whatever the browser would have in its address
 * bar.
 */
function ask(
  host: string,
  path = '/',
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
): Promise<Response> {
  const request = new Request(`http://unread.invalid${path}`, {
    redirect: 'manual',
    ...init,
    headers: { ...init.headers, Host: host },
  })
  return app.frontDoor(request, '203.0.113.7', render)
}

test('what is no route, and what a page does not find, are told apart; a page of staff is no route', async () => {
  const titles = await Promise.all(
    [
      ['GET', '/no/such/page'],
      ['GET', '/staff/tickets'],
      ['POST', '/no/such/page'],
      ['POST', '/staff/tickets'],
      ['GET', '/help/no-such-question'],
    ].map(async ([method = '', path = '']) => {
      let said: string | null | undefined
      const request = new Request(`http://unread.invalid${path}`, {
        method,
        headers: {
          Host: 'www.adultcrush.localhost:4321',
          Origin: 'http://www.adultcrush.localhost:4321',
        },
      })
      const { status } = await app.frontDoor(request, '203.0.113.7', async (_, __, { error }) => {
        said = error?.sentence
        return new Response('')
      })
      return [status, said]
    }),
  )
  expect(titles).toEqual([
    ...Array.from({ length: 4 }, () => [404, 'Page not found']),
    [404, 'Page Not Found'],
  ])
})

describe.each(ids)('%s', (id) => {
  test.each(['www.', 'members.', 'staging.'])('shows its landing on %s', async (label) => {
    const answer = await ask(`${label}${id}.localhost:4321`)
    expect([answer.status, await answer.text()]).toEqual([200, `${id}:/live`])
  })

  test('moves the bare domain to www for good, path and query kept', async () => {
    const answer = await ask(`${id}.localhost:4321`, '/help/3?from=ad')
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      308,
      `http://www.${id}.localhost:4321/help/3?from=ad`,
    ])
  })

  test.each(['api.', 'api.members.', 'api.staging.'])(
    'answers as this brand’s API on %s',
    async (label) => {
      const answer = await ask(`${label}${id}.localhost:4321`, '/site/getParameters', {
        headers: { 'X-Requested-With': 'x' },
      })
      expect(answer.status).toBe(200)
      expect(await answer.json()).toMatchObject({ parentSite: id, siteDomain: `${id}.localhost` })
    },
  )

  test('has its links of the label cupidredirect. below its cupidDomain', async () => {
    const { cupidDomain } = (await (
      await ask(`api.${id}.localhost:4321`, '/site/getParameters', {
        headers: { 'X-Requested-With': 'x' },
      })
    ).json()) as SiteParameters
    const answer = await ask(`cupidredirect.${cupidDomain}:4321`, '/in/any/way/welcome')
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      302,
      expect.stringContaining(id),
    ])
    expect(
      (await ask('cupidredirect.elsewhere.localhost:4321', '/in/any/way/welcome')).status,
    ).toBe(421)
  })

  test.each(['redirect.', 'redirects.', 'cupidredirect.'])(
    'leads home from an unknown link on %s',
    async (label) => {
      const answer = await ask(`${label}${id}.localhost:4321`, '/q/nobody-knows-this')
      expect([answer.status, answer.headers.get('Location')]).toEqual([
        302,
        `http://www.${id}.localhost:4321/`,
      ])
    },
  )

  test('serves photos, and nothing but photos, on media., without cookies', async () => {
    for (const path of ['/', '/site/getParameters', '/dashboard']) {
      const answer = await ask(`media.${id}.localhost:4321`, path, {
        headers: { 'X-Requested-With': 'x', Cookie: 'session=abc' },
      })
      expect(answer.status).toBe(404)
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  })

  test('does not show its pages on the API’s host, nor the API on its pages’', async () => {
    expect((await ask(`api.${id}.localhost`, '/dashboard')).status).toBe(404)
    expect(
      (
        await ask(`www.${id}.localhost`, '/site/getParameters', {
          headers: { 'X-Requested-With': 'x' },
        })
      ).status,
    ).toBe(404)
  })
})

test('a move is remembered only where its address is everybody’s, and takes no grant along', async () => {
  const kept = async (host: string, path: string) =>
    (await ask(host, path)).headers.get('Cache-Control')
  expect(await kept('adultcrush.localhost', '/help')).toBe('max-age=3600')
  expect(await kept('www.adultcrush.localhost', '/help/')).toBe('max-age=3600')
  for (const query of ['?token=abc', '?a=1', '?key=abc'])
    expect(await kept('adultcrush.localhost', `/help${query}`)).toBe('no-store')
  expect(await kept('www.adultcrush.localhost', '/emailUnsubscribe/?key=abc')).toBe('no-store')
  const spent = await ask('www.adultcrush.localhost', '/dashboard/?token=abc')
  expect([spent.status, spent.headers.get('Cache-Control'), spent.headers.get('Location')]).toEqual(
    [303, 'no-store', 'http://www.adultcrush.localhost:4321/dashboard/'],
  )
  const bare = await ask('adultcrush.localhost', '//')
  expect([bare.status, bare.headers.get('Location')]).toEqual([
    308,
    'http://www.adultcrush.localhost:4321/',
  ])
})

test('bare localhost leads to the main brand', async () => {
  const answer = await ask('localhost:4321', '/?a=1')
  expect([answer.status, answer.headers.get('Location')]).toEqual([
    308,
    'http://www.adultcrush.localhost:4321/?a=1',
  ])
})

test.each([
  ['WWW.ADULTCRUSH.LOCALHOST', 200],
  ['www.adultcrush.localhost.', 200],
  ['www.adultcrush.localhost:80', 200],
  ['www.adultcrush.localhost.evil.example', 421],
  ['adultcrush.localhost.evil.example', 421],
  ['evil.example', 421],
  ['127.0.0.1:4321', 421],
  ['[::1]:4321', 421],
  ['www.localhost', 421],
  ['evilwww.adultcrush.localhost', 421],
  ['www.adultcrush.example', 421],
  ['', 421],
])('to Host: %s the answer is %d', async (host, status) => {
  expect((await ask(host)).status).toBe(status)
})

test('a request without Host is for nobody', async () => {
  const request = new Request('http://www.adultcrush.localhost/')
  expect((await app.frontDoor(request, '', render)).status).toBe(421)
})

test('what a stranger says about hosts and addresses changes nothing', async () => {
  const forged = {
    'X-Forwarded-Host': 'evil.example',
    Forwarded: 'host=evil.example',
    'X-Forwarded-Proto': 'https',
    'X-Original-URL': '/brand/wivesnow',
  }
  const answer = await ask('www.adultcrush.localhost:4321', '/', { headers: forged })
  expect([answer.status, await answer.text()]).toEqual([200, 'adultcrush:/live'])
  const moved = await ask('adultcrush.localhost', '/', { headers: forged })
  expect(moved.headers.get('Location')).toBe('http://www.adultcrush.localhost:4321/')
  expect(
    (
      await ask('evil.example', '/', {
        headers: { 'X-Forwarded-Host': 'www.adultcrush.localhost' },
      })
    ).status,
  ).toBe(421)
})

test('the files of a brand’s pages are not pages', async () => {
  for (const path of [
    '/live',
    '/live/site/terms',
    '/brand',
    '/brand/wivesnow',
    '/brand/adultcrush/index.html',
    '/brand/adultcrush/site/terms',
    '/BRAND/adultcrush',
    '/%62rand/adultcrush',
    '/brand/adultcrush/index',
  ]) {
    for (const host of ['www.adultcrush.localhost', 'www.wivesnow.localhost']) {
      const answer = await ask(host, path)
      expect([path, answer.status]).toEqual([path, 404])
    }
  }
})

test('a process that stops is not ready, other than one whose successor is', async () => {
  const [request, url] = [
    new Request('http://x.invalid/readyz'),
    new URL('http://x.invalid/readyz'),
  ]
  const answers = [undefined, REPLACED].map((why) =>
    health({ ...app.services, stopping: AbortSignal.abort(why) }, { request, url, ip: '' }),
  )
  expect((await Promise.all(answers)).map((answer) => answer?.status)).toEqual([503, 200])
})

test.each(['/healthz', '/readyz'])('%s answers on any host, known or not', async (path) => {
  for (const host of [
    'evil.example',
    'www.xmeeting.localhost',
    'api.xmeeting.localhost',
    '127.0.0.1',
  ]) {
    const answer = await ask(host, path)
    expect([answer.status, await answer.json()]).toEqual([200, { ok: true }])
  }
})

describe('every kind of answer carries the headers of assurance 13', () => {
  test.each([
    ['a page', 'www.adultcrush.localhost', '/', 200],
    ['a page that is none', 'www.adultcrush.localhost', '/no-such-page', 404],
    [
      'a style sheet that is none, below a private page',
      'www.adultcrush.localhost',
      '/profile/edit/settings/x.css',
      404,
    ],
    ['a redirect', 'www.adultcrush.localhost', '/dashboard', 302],
    ['the move to www', 'adultcrush.localhost', '/', 308],
    ['a tracking link', 'redirect.adultcrush.localhost', '/a', 302],
    ['an answer of the API', 'api.adultcrush.localhost', '/openapi.json', 200],
    ['a refusal of the API', 'api.adultcrush.localhost', '/site/getParameters', 403],
    ['an API path that is none', 'api.adultcrush.localhost', '/nothing', 404],
    ['a photo that is none', 'media.adultcrush.localhost', '/nothing', 404],
    ['a host that is none', 'evil.example', '/', 421],
    ['health', 'evil.example', '/healthz', 200],
    ['a mail box', 'mail.localhost', '/', 200],
  ])('%s', async (_, host, path, status) => {
    const { headers, status: got } = await ask(host, path)
    expect(got).toBe(status)
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-site',
      'x-frame-options': 'DENY',
      'cache-control': expect.stringMatching(/./),
      'x-request-id': expect.stringMatching(/^[\w-]{8,}$/),
    })
    expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('Content-Security-Policy')).toMatch(/base-uri 'none'|sandbox/)
    expect(headers.get('Strict-Transport-Security')).toBeNull()
    expect(headers.get('X-Powered-By')).toBeNull()
  })

  test('over https, browsers are told to stay there', async () => {
    const secure = await startApp({
      RUN_AS: 'production',
      SESSION_SECRET: 'a secret that is long enough, and then some',
      HSTS: 'subdomains',
    })
    for (const [host, path] of [
      ['www.adultcrush.example', '/'],
      ['api.adultcrush.example', '/x'],
      ['evil.example', '/'],
    ] as const) {
      const answer = await secure.frontDoor(
        new Request(`http://x.invalid${path}`, { headers: { Host: host } }),
        '',
        render,
      )
      expect(answer.headers.get('Strict-Transport-Security')).toBe(
        'max-age=63072000; includeSubDomains',
      )
    }
    const moved = await secure.frontDoor(
      new Request('http://x.invalid/a', {
        redirect: 'manual',
        headers: { Host: 'adultcrush.example' },
      }),
      '',
      render,
    )
    expect(moved.headers.get('Location')).toBe('https://www.adultcrush.example/a')
    await secure.close()
  })

  test('a private answer is kept by nobody', async () => {
    const page = await ask('www.adultcrush.localhost', '/dashboard', {
      headers: { Cookie: 'session=abc' },
    })
    expect(page.headers.get('Cache-Control')).toBe('no-store')
    const call = await ask('api.adultcrush.localhost', '/site/getParameters', {
      headers: { 'X-Requested-With': 'x' },
    })
    expect(call.headers.get('Cache-Control')).toBe('no-store')
  })
})

test('a page may only be asked for, or its form posted', async () => {
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND']) {
    const answer = await ask('www.adultcrush.localhost', '/', { method })
    expect([method, answer.status, answer.headers.get('Allow')]).toEqual([method, 405, 'GET, HEAD'])
  }
  const trace = new Proxy(
    new Request('http://x.invalid/', { headers: { Host: 'www.adultcrush.localhost' } }),
    {
      get: (request, name) => (name === 'method' ? 'TRACE' : Reflect.get(request, name, request)),
    },
  )
  expect((await app.frontDoor(trace, '', render)).status).toBe(405)
})

test('a page that fails shows an id and nothing else, and the log has the same id and no personal data', async () => {
  const failing: Render = async (_, path) => {
    if (path === '/error')
      return new Response(`page:${path}`, { headers: { 'Content-Type': 'text/html' } })
    throw new Error('no row for "alice@example.org"')
  }
  app.logged.length = 0
  const request = new Request('http://x.invalid/help?token=secret-token', {
    headers: { Host: 'www.adultcrush.localhost' },
  })
  const answer = await app.frontDoor(
    new Request(request.url.split('?')[0] as string, request),
    '',
    failing,
  )
  expect([answer.status, await answer.text()]).toEqual([500, 'page:/error'])
  const id = answer.headers.get('X-Request-Id') as string
  expect(app.logged).toHaveLength(1)
  expect(app.logged[0]).toContain(id)
  expect(app.logged[0]).toContain('no row for')
  expect(app.logged[0]).not.toContain('alice@example.org')
})

test('when even the error page fails, a line of text is shown', async () => {
  const failing: Render = async () => {
    throw new Error('broken')
  }
  const answer = await app.frontDoor(
    new Request('http://x.invalid/help', { headers: { Host: 'www.adultcrush.localhost' } }),
    '',
    failing,
  )
  expect([answer.status, await answer.text()]).toEqual([500, '500 Something went wrong\n'])
})

test('a page says 503 and when to come back while the database is away', async () => {
  const away: Render = async () => {
    throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' })
  }
  const answer = await app.frontDoor(
    new Request('http://x.invalid/help', { headers: { Host: 'www.adultcrush.localhost' } }),
    '',
    away,
  )
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '2'])
})
