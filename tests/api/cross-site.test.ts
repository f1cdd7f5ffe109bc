import { beforeAll, describe, expect, test } from 'vitest'
import { brands } from '#sites/registry.ts'
import { app, type Visitor, withApp } from '../support/app.ts'
import { alice } from '../support/cast.ts'

/** Who may call the API from a browser (decisions §3; assurance 11, 12; ASVS 3.5). */

withApp()
let visitor: Visitor
beforeAll(async () => {
  visitor = app.visitor('adultcrush')
})

const READ = '/site/getParameters'
const own = 'http://www.adultcrush.localhost:4321'

async function code(answer: Response): Promise<string> {
  return ((await answer.json()) as { code: string }).code
}

describe('our own pages', () => {
  test.each(brands.map((brand) => brand.id))('of %s read the answer, with cookies', async (id) => {
    for (const tier of ['www', 'members', 'staging'] as const) {
      const { headers, status } = await app.visitor(id, { tier }).request(READ)
      expect(status).toBe(200)
      expect(headers.get('Access-Control-Allow-Origin')).toBe(`http://${tier}.${id}.localhost:4321`)
      expect(headers.get('Access-Control-Allow-Credentials')).toBe('true')
      expect(headers.get('Vary')?.split(/,\s*/)).toContain('Origin')
    }
  })

  test('read the headers that the specification has them follow', async () => {
    const exposed = (await visitor.request(READ)).headers
      .get('Access-Control-Expose-Headers')
      ?.split(/,\s*/)
    expect(exposed).toEqual(
      expect.arrayContaining([
        'X-Page-Render',
        'X-Dating-Filter-Redirect',
        'Retry-After',
        'X-Request-Id',
      ]),
    )
    expect(exposed).not.toContain('*')
  })

  test('read refusals as well', async () => {
    const answer = await visitor.request('/site/getShowConfirmEmailData')
    expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([401, own])
    const missing = await visitor.request('/nothing')
    expect([missing.status, missing.headers.get('Access-Control-Allow-Origin')]).toEqual([404, own])
  })

  test('ask first, and are told what they may send', async () => {
    const answer = await visitor.request('/site/signin', {
      method: 'OPTIONS',
      headers: {
        'X-Requested-With': undefined,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type,idempotency-key,x-requested-with',
      },
    })
    expect(answer.status).toBe(204)
    expect(await answer.text()).toBe('')
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(own)
    expect(answer.headers.get('Access-Control-Allow-Credentials')).toBe('true')
    expect(answer.headers.get('Access-Control-Allow-Methods')).toBe('GET, POST')
    expect(answer.headers.get('Access-Control-Allow-Headers')?.toLowerCase().split(/,\s*/)).toEqual(
      expect.arrayContaining(['content-type', 'x-requested-with', 'idempotency-key']),
    )
    expect(answer.headers.get('Vary')?.split(/,\s*/)).toContain('Origin')
  })
})

const strangers = [
  'null',
  'http://evil.example',
  'https://www.adultcrush.localhost:4321',
  'http://www.adultcrush.localhost',
  'http://www.adultcrush.localhost:80',
  'http://www.adultcrush.localhost:43210',
  'http://www.adultcrush.localhost:4321/',
  'http://www.adultcrush.localhost:4321.evil.example',
  'http://www.adultcrush.localhost.evil.example:4321',
  'http://www.adultcrush.localhost:4321@evil.example',
  'http://evil.example/www.adultcrush.localhost:4321',
  'http://evil.example?http://www.adultcrush.localhost:4321',
  'http://evil.example#http://www.adultcrush.localhost:4321',
  'http://evilwww.adultcrush.localhost:4321',
  'http://www-adultcrush.localhost:4321',
  'http://wwwxadultcrush.localhost:4321',
  'http://www.adultcrushxlocalhost:4321',
  'http://adultcrush.localhost:4321',
  'http://api.adultcrush.localhost:4321',
  'http://media.adultcrush.localhost:4321',
  'http://redirect.adultcrush.localhost:4321',
  'http://members.adultcrush.localhost:4321',
  'http://staging.adultcrush.localhost:4321',
  'http://www.wivesnow.localhost:4321',
  'http://members.wivesnow.localhost:4321',
  'http://mail.localhost:4321',
  'http://localhost:4321',
  'http://127.0.0.1:4321',
  'http://[::1]:4321',
  'http://www.adultcrush.example',
  'HTTP://WWW.ADULTCRUSH.LOCALHOST:4321',
  'http://WWW.adultcrush.localhost:4321',
  'http://www.adultcrush.localhost.:4321',
  'http://www.adultcrush.localhost:4321, http://evil.example',
  'http://evil.example, http://www.adultcrush.localhost:4321',
  'http://www.adultcrush.localhost:4321 http://evil.example',
  '*',
  'file://',
  'data:text/html,x',
  'chrome-extension://abcdefghijklmnop',
  'http://www.adultcrush.localhost:4321%00.evil.example',
  'http://www.adultcrush.localhost:4321`.evil.example',
  'www.adultcrush.localhost:4321',
  'undefined',
  '',
]

describe.each(strangers)('Origin: %j', (Origin) => {
  test('is refused, and reads nothing', async () => {
    const answer = await visitor.request(READ, { headers: { Origin } })
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull()
    expect(answer.headers.get('Access-Control-Allow-Credentials')).toBeNull()
    expect(answer.headers.get('Vary')?.split(/,\s*/)).toContain('Origin')
    expect([answer.status, await code(answer)]).toEqual([403, 'crossSite'])
  })

  test('is not let ask first either', async () => {
    const answer = await visitor.request('/site/signin', {
      method: 'OPTIONS',
      headers: { Origin, 'Access-Control-Request-Method': 'POST' },
    })
    expect([
      answer.status,
      answer.headers.get('Access-Control-Allow-Origin'),
      answer.headers.get('Access-Control-Allow-Methods'),
    ]).toEqual([403, null, null])
  })
})

describe('X-Requested-With', () => {
  const without = { 'X-Requested-With': undefined }

  test.each([
    ['GET', READ],
    ['GET', '/site/signout'],
    ['POST', '/site/signin'],
    ['POST', '/site/resendWelcomeEmail'],
  ])('is asked of %s %s', async (method, path) => {
    for (const headers of [
      { Origin: own, ...without },
      { Origin: undefined, ...without },
      { Origin: own, 'X-Requested-With': '' },
    ]) {
      const answer = await visitor.request(path, { method, headers })
      expect([answer.status, await code(answer)]).toEqual([403, 'crossSite'])
    }
  })

  test('is enough where a browser names no origin, as for a plain GET', async () => {
    expect((await visitor.request(READ, { headers: { Origin: undefined } })).status).toBe(200)
  })
})

test('an image of the sign-out address signs nobody out', async () => {
  const member = await alice(app)
  const image = {
    'X-Requested-With': undefined,
    Origin: undefined,
    'Sec-Fetch-Dest': 'image',
    'Sec-Fetch-Mode': 'no-cors',
    Accept: 'image/*',
  }
  expect((await member.request('/site/signout', { headers: image })).status).toBe(403)
  expect(
    (await member.visit('/site/signout', { headers: { 'Sec-Fetch-Dest': 'image' } })).status,
  ).toBe(404)
  expect((await member.visit('/dashboard')).status).toBe(200)
})
