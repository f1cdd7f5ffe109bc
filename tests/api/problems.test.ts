import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Handler, handle } from '#api/call.server.ts'
import { endpoint } from '#api/contract.ts'
import { ApiError, errorCodes } from '#api/errors.ts'
import { createApi } from '#api/router.server.ts'
import { fromFeatures } from '#app.server.ts'
import { createFrontDoor } from '#front-door/front-door.server.ts'
import { app, startApp, type Visitor, withApp } from '../support/app.ts'
import { alice } from '../support/cast.ts'

/** What the API says when it says no (decisions §3; assurance 18, 30). */

withApp()
let visitor: Visitor
beforeAll(async () => {
  visitor = app.visitor('adultcrush')
})

describe('addresses and methods', () => {
  test.each([
    '/nothing',
    '/site',
    '/site/',
    '/site/getparameters',
    '/SITE/getParameters',
    '/site/getParameters/',
    '/site/getParameters/x',
    '//site/getParameters',
    '/index',
    '/dashboard',
    '/.git/HEAD',
    '/metrics',
    '/brand/adultcrush',
    '/openapi.yaml',
    '/__proto__',
  ])('%s is not there', async (path) => {
    const answer = await visitor.request(path)
    expect([answer.status, await answer.json()]).toEqual([
      404,
      expect.objectContaining({ code: 'notFound', status: 404 }),
    ])
  })

  test('every address has its /index', async () => {
    const answer = await visitor.request('/site/getParameters/index')
    expect([answer.status, ((await answer.json()) as { siteName: string }).siteName]).toEqual([
      200,
      'AdultCrush',
    ])
  })

  test.each([
    ['POST', '/site/getParameters', 'GET, HEAD'],
    ['PUT', '/site/getParameters', 'GET, HEAD'],
    ['GET', '/site/signin', 'POST'],
    ['DELETE', '/site/signin', 'POST'],
    ['PATCH', '/site/signin/index', 'POST'],
    ['GET', '/image/delete/id/7', 'POST'],
  ])('%s %s is no method of it: %s is', async (method, path, allowed) => {
    const answer = await visitor.request(path, { method })
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, allowed])
    expect(await answer.json()).toMatchObject({ code: 'methodNotAllowed' })
  })

  test('TRACE, with which a page could read its own cookies, is answered nowhere', async () => {
    const request = new Request('http://x.invalid/site/getParameters', {
      headers: {
        Host: 'api.adultcrush.localhost',
        'X-Requested-With': 'x',
        Cookie: 'session=secret',
      },
    })
    const trace = new Proxy(request, {
      get: (one, name) => (name === 'method' ? 'TRACE' : Reflect.get(one, name, one)),
    })
    const answer = await app.frontDoor(trace, '', async () => new Response('page'))
    expect(answer.status).toBe(405)
    expect(await answer.text()).not.toContain('secret')
  })

  test('HEAD answers as GET does, without the answer', async () => {
    const answer = await visitor.request('/site/getParameters', { method: 'HEAD' })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
  })
})

describe('a problem', () => {
  test('has RFC 9457’s members, a stable code, and a request id to ask support about', async () => {
    const answer = await visitor.request('/site/getShowConfirmEmailData')
    expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
    expect(answer.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await answer.json()).toEqual({
      type: '/problems/unauthenticated',
      title: 'Please sign in first.',
      status: 401,
      code: 'unauthenticated',
      detail: 'Please sign in first.',
    })
  })

  test.each(Object.entries(errorCodes))(
    '%s has a status of failure and a sentence',
    (_, [status, title]) => {
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(600)
      expect(title).toMatch(/^[A-Z]/)
    },
  )

  test('every request has an id of its own; that nobody else chooses it is in incoming.test.ts', async () => {
    const ids = new Set<string | null>()
    for (let n = 0; n < 20; n += 1) {
      const answer = await visitor.request('/site/getParameters')
      ids.add(answer.headers.get('X-Request-Id'))
    }
    expect(ids.size).toBe(20)
  })

  test('carries the headers of every answer, and is kept by nobody', async () => {
    for (const answer of [
      await visitor.request('/nothing'),
      await visitor.request('/site/signin', { method: 'OPTIONS' }),
      await visitor.request('/site/signin', { method: 'POST', body: 'x' }),
    ]) {
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy':
          "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
        'cross-origin-resource-policy': 'same-site',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
    }
  })
})

describe('a fault of ours', () => {
  const secret = 'alice@example.org'
  const failing = (path: `/${string}`, fail: () => unknown): Handler =>
    handle(
      endpoint({
        method: 'get',
        path,
        summary: 'Fails',
        access: 'anyone',
        answer: z.object({ ok: z.boolean() }),
      }),
      async () => {
        throw fail()
      },
    )
  const databaseError = (code: string) =>
    Object.assign(new Error(`duplicate key value violates unique constraint "accounts_email"`), {
      code,
      constraint: 'accounts_email',
      detail: `Key (lower(email))=(${secret}) already exists.`,
      where: `row of ${secret}`,
    })
  const faults = {
    '/fails/error': () =>
      new Error(`no row for '${secret}'`, {
        cause: new TypeError(`cannot read "${secret}" of ${secret}`),
      }),
    '/fails/database': () => databaseError('23505'),
    '/fails/text': () => `a string with ${secret}`,
    '/fails/undefined': () => undefined,
    '/fails/object': () => ({ email: secret }),
  }
  const wrong = handle(
    endpoint({
      method: 'get',
      path: '/fails/answer',
      summary: 'Answers wrongly',
      access: 'anyone',
      answer: z.object({ email: z.email() }),
    }),
    async () => ({ email: 'no address', password: secret }),
  )

  async function ask(path: string, more: readonly Handler[] = []): Promise<Response> {
    const handlers = [
      ...Object.entries(faults).map(([one, fail]) => failing(one as `/${string}`, fail)),
      wrong,
      ...more,
    ]
    const frontDoor = createFrontDoor(
      app.services,
      createApi(app.services, handlers),
      null,
      fromFeatures,
    )
    const headers = {
      Host: 'api.adultcrush.localhost:4321',
      'X-Requested-With': 'x',
      Cookie: `session=${secret}`,
    }
    return frontDoor(
      new Request(`http://api.adultcrush.localhost:4321${path}?email=${secret}`, { headers }),
      '203.0.113.7',
      async () => new Response('page'),
    )
  }

  test.each([...Object.keys(faults), '/fails/answer'])(
    '%s shows its id and nothing else; the log knows it by that id, without anybody’s data',
    async (path) => {
      app.logged.length = 0
      const answer = await ask(path)
      const id = answer.headers.get('X-Request-Id')
      expect([answer.status, await answer.json()]).toEqual([
        500,
        {
          type: '/problems/internal',
          title: 'Something went wrong',
          status: 500,
          code: 'internal',
          detail: 'Something went wrong',
          id,
        },
      ])
      expect(app.logged).toHaveLength(1)
      expect(JSON.parse(app.logged[0] as string)).toMatchObject({
        level: 50,
        requestId: id,
        path,
        msg: 'request failed',
      })
      expect(app.logged[0]).not.toContain(secret)
    },
  )

  test('is logged with what, where and why', async () => {
    app.logged.length = 0
    await ask('/fails/error')
    const { error } = JSON.parse(app.logged[0] as string) as { error: unknown }
    expect(error).toMatchObject({
      name: 'Error',
      message: 'no row for …',
      cause: { name: 'TypeError' },
      at: expect.arrayContaining([expect.stringContaining('problems.test.ts')]),
    })
    app.logged.length = 0
    await ask('/fails/database')
    expect(JSON.parse(app.logged[0] as string)).toMatchObject({
      error: { code: '23505', constraint: 'accounts_email' },
    })
  })

  test.each(['ECONNREFUSED', 'ECONNRESET', '08006', '57P01', '53300'])(
    'of the database being away (%s) is a 503 with a time to come back, and a line in the log',
    async (code) => {
      app.logged.length = 0
      const answer = await ask('/fails/away', [failing('/fails/away', () => databaseError(code))])
      expect([answer.status, answer.headers.get('Retry-After'), await answer.json()]).toEqual([
        503,
        '2',
        expect.objectContaining({ code: 'busy' }),
      ])
      expect(app.logged.map((line) => JSON.parse(line) as unknown)).toEqual([
        expect.objectContaining({
          level: 40,
          code: 'busy',
          error: expect.objectContaining({ code }),
        }),
      ])
      expect(app.logged.join('')).not.toContain(secret)
    },
  )

  test('of a disk that is full is a 503 with a time to come back, and one line in the log for all', async () => {
    app.logged.length = 0
    const full = failing('/fails/full', () =>
      Object.assign(new Error(`could not extend file "base/1/2": No space left on device`), {
        code: '53100',
        detail: secret,
      }),
    )
    for (let time = 0; time < 3; time += 1) {
      const answer = await ask('/fails/full', [full])
      expect([answer.status, answer.headers.get('Retry-After'), await answer.json()]).toEqual([
        503,
        '60',
        expect.objectContaining({ code: 'busy' }),
      ])
    }
    expect(app.logged.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        level: 50,
        msg: 'a disk is full: nothing can be stored',
        code: 'busy',
        fault: '53100',
        times: 1,
      }),
    ])
    expect(app.logged.join('')).not.toContain(secret)
  })

  test('that a handler names is told as it is named, and what people did is not logged', async () => {
    app.logged.length = 0
    const answer = await ask('/fails/named', [
      failing(
        '/fails/named',
        () => new ApiError('needsPremium', { headers: { 'X-Page-Render': 'FullPageAd' } }),
      ),
    ])
    expect([answer.status, answer.headers.get('X-Page-Render')]).toEqual([402, 'FullPageAd'])
    expect(app.logged).toEqual([])
  })

  test('in the session query is a 500 as well, on the API and on a page', async () => {
    const broken = await startApp()
    const member = await alice(broken)
    await broken.services.db.schema.alterTable('onboarding_steps').renameTo('elsewhere').execute()
    expect((await member.request('/site/getParameters')).status).toBe(500)
    expect((await member.visit('/dashboard')).status).toBe(500)
    expect(broken.logged.join('')).not.toContain(member.cookies.get('session'))
    await broken.close()
  })
})
