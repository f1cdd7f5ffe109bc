import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PageLocals, Render } from '#front-door/visit.server.ts'
import { HOUR } from '#lib/clock.ts'
import { brands } from '#sites/registry.ts'
import { app, withApp } from '#tests/support/app.ts'
import { joins, PASSWORD } from '#tests/support/cast.ts'
import { aRegistration } from '#tests/support/joining.ts'

/**
 * Sign-in and register as native forms, posted to the page's own host (house: guest pages work
 * without script).
 */

withApp()
beforeAll(async () => {
  await joins(app, { brand: 'adultcrush', username: 'Alice' })
})
beforeEach(() => app.clock.advance(HOUR))

type Shown = { answer: Response; path: string | null; formAnswer: PageLocals['formAnswer'] }

/**
 * Posts a form as a browser without script does; the answer, with what its page was given to show.
 */
async function submit(
  path: string,
  fields: Record<string, string | string[]>,
  {
    brand = 'adultcrush',
    tier = 'www',
    headers = {},
    multipart = false,
  }: {
    brand?: string
    tier?: string
    headers?: Record<string, string | undefined>
    multipart?: boolean
  } = {},
): Promise<Shown> {
  const host = `${tier}.${brand}.localhost:4321`
  const shown: Omit<Shown, 'answer'> = { path: null, formAnswer: null }
  const render: Render = async (_, page, locals) => {
    Object.assign(shown, { path: page, formAnswer: locals.formAnswer })
    return new Response(`page:${page}`, { headers: { 'Content-Type': 'text/html' } })
  }
  const body = multipart ? new FormData() : new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) body.append(name, one)
  const sent = new Headers({ Host: host, Origin: `http://${host}` })
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) sent.delete(name)
    else sent.set(name, value)
  }
  const answer = await app.frontDoor(
    new Request(`http://${host}${path}`, {
      method: 'POST',
      headers: sent,
      body,
      redirect: 'manual',
    }),
    '203.0.113.7',
    render,
  )
  return { answer, ...shown }
}

const credentials = { login: 'Alice', password: PASSWORD }
/**
 * The fields as a form sends them: ticked boxes are `on`, the others absent, an untouched select or
 * list empty.
 */
function typed(more: Record<string, string | string[]> = {}): Record<string, string | string[]> {
  const { acceptTerms: _, acceptSensitiveData: __, ...fields } = aRegistration()
  return {
    ...(fields as Record<string, string>),
    lookingFor: ['man', 'woman'],
    placeId: '',
    acceptTerms: 'on',
    acceptSensitiveData: 'on',
    ...more,
  }
}

describe('POST /site/signin', () => {
  test.each(brands.map((brand) => brand.id))(
    'on the www host of %s signs in and goes on',
    async (brand) => {
      const { answer } = await submit('/site/signin', credentials, { brand })
      expect([
        answer.status,
        answer.headers.get('Location'),
        answer.headers.get('Cache-Control'),
      ]).toEqual([303, '/dashboard', 'no-store'])
      expect(answer.headers.getSetCookie()).toEqual(
        ['session', 'device'].map((name) =>
          expect.stringMatching(new RegExp(`^${name}=[\\w-]{43}; .*Domain=${brand}\\.localhost; `)),
        ),
      )
    },
  )

  test('goes where ?back= wanted to', async () => {
    const { answer } = await submit('/site/signin', credentials, {
      headers: { Cookie: 'back=%2Fmessages' },
    })
    expect(answer.headers.get('Location')).toBe('/messages')
    const forged = await submit('/site/signin', credentials, {
      headers: { Cookie: 'back=%2F%2Fevil.example' },
    })
    expect(forged.answer.headers.get('Location')).toBe('/dashboard')
  })

  test('with a wrong password shows the form again, with the name and without the password', async () => {
    const { answer, path, formAnswer } = await submit('/site/signin', {
      login: 'Alice',
      password: 'not the password',
    })
    expect([answer.status, path, answer.headers.getSetCookie()]).toEqual([401, '/form/sign-in', []])
    expect(formAnswer).toMatchObject({
      form: 'sign-in',
      values: { login: 'Alice' },
      problem: { code: 'badCredentials' },
    })
    expect(JSON.stringify(formAnswer)).not.toContain('not the password')
  })

  test('left empty says which field', async () => {
    const { answer, formAnswer } = await submit('/site/signin', { login: '', password: '' })
    expect(answer.status).toBe(422)
    expect(formAnswer?.problem.errors?.map(({ field }) => field)).toEqual(['login', 'password'])
  })

  test('too often says when to come back', async () => {
    for (let n = 0; n < 5; n += 1)
      await submit('/site/signin', { login: 'Alice', password: `guess ${n}` })
    const { answer, path } = await submit('/site/signin', { login: 'Alice', password: 'guess' })
    expect([answer.status, path, answer.headers.get('Retry-After')]).toEqual([
      429,
      '/form/sign-in',
      '900',
    ])
  })
})

describe('POST /registration/save', () => {
  test('joins, with boxes that say “on”, and goes on', async () => {
    const { answer } = await submit('/registration/save', typed())
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/dashboard'])
    expect(answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual([
      'session',
      'device',
    ])
  })

  test('takes a single choice for a list, and a form of either encoding', async () => {
    for (const multipart of [false, true]) {
      const { answer } = await submit(
        '/registration/save',
        typed({
          username: `Once${multipart}`,
          email: `once${multipart}@example.org`,
          lookingFor: 'woman',
        }),
        { multipart },
      )
      expect(answer.status).toBe(303)
    }
  })

  test('refused, keeps all that was typed but the password', async () => {
    const { answer, path, formAnswer } = await submit(
      '/registration/save',
      typed({ username: 'Minor', birthday: '2015-01-01', password: 'secret secret secret' }),
    )
    expect([answer.status, path, answer.headers.getSetCookie()]).toEqual([
      422,
      '/form/register',
      [],
    ])
    expect(formAnswer).toMatchObject({
      form: 'register',
      values: {
        username: 'Minor',
        email: 'fiona@example.org',
        birthday: '2015-01-01',
        lookingFor: ['man', 'woman'],
        acceptTerms: 'on',
      },
      problem: {
        code: 'invalid',
        errors: [{ field: 'birthday', message: 'You have to be 18 or over to join.' }],
      },
    })
    expect(JSON.stringify(formAnswer)).not.toContain('secret secret')
  })

  test('with a box left unticked says so', async () => {
    const { acceptTerms: _, ...fields } = typed({ username: 'Unticked' })
    const { formAnswer } = await submit('/registration/save', fields)
    expect(formAnswer?.problem.errors).toEqual([
      { field: 'acceptTerms', message: 'Please accept the terms to join.' },
    ])
  })

  test('answers a taken address as a new one', async () => {
    const [taken, fresh] = [
      await submit(
        '/registration/save',
        typed({ username: 'TakenOne', email: 'alice@example.org' }),
      ),
      await submit(
        '/registration/save',
        typed({ username: 'FreshOne', email: 'fresh-one@example.org' }),
      ),
    ]
    expect([taken.answer.status, taken.answer.headers.get('Location')]).toEqual([
      fresh.answer.status,
      fresh.answer.headers.get('Location'),
    ])
    expect([taken, fresh].map(({ answer }) => answer.headers.getSetCookie().length)).toEqual([2, 2])
  })
})

describe('a form that comes from elsewhere', () => {
  test.each([
    ['no origin', undefined],
    ['an opaque origin', 'null'],
    ['a stranger', 'http://evil.example'],
    ['the API’s own host', 'http://api.adultcrush.localhost:4321'],
    ['the bare domain', 'http://adultcrush.localhost:4321'],
    ['another tier', 'http://members.adultcrush.localhost:4321'],
    ['another brand', 'http://www.wivesnow.localhost:4321'],
    ['another scheme', 'https://www.adultcrush.localhost:4321'],
    ['a longer name', 'http://www.adultcrush.localhost:4321.evil.example'],
  ])('— %s — is refused', async (_, Origin) => {
    for (const path of ['/site/signin', '/registration/save', '/site/signout']) {
      const { answer, path: page } = await submit(
        path,
        path === '/site/signin' ? credentials : typed({ username: 'Forged' }),
        { headers: { Origin } },
      )
      expect([answer.status, page, answer.headers.getSetCookie()]).toEqual([403, '/error', []])
    }
  })

  test('is not let in by a header that only scripts can send', async () => {
    const { answer } = await submit('/site/signin', credentials, {
      headers: { Origin: 'http://evil.example', 'X-Requested-With': 'XMLHttpRequest' },
    })
    expect(answer.status).toBe(403)
  })
})

describe('a form that is none', () => {
  test.each([
    ['application/json', 415],
    ['text/plain', 415],
    ['multipart/form-data', 400],
    ['multipart/form-data; boundary=other', 400],
  ])('of type %s: %d', async (type, status) => {
    const { answer, path } = await submit('/site/signin', credentials, {
      headers: { 'Content-Type': type },
    })
    expect([answer.status, path]).toEqual([status, '/error'])
  })

  test('of more than 64 KiB is too large', async () => {
    const { answer, path } = await submit('/site/signin', {
      login: 'a',
      password: 'b'.repeat(70_000),
    })
    expect([answer.status, path]).toEqual([413, '/form'])
  })

  test('to a page that takes none, is a method too many; to no page, nothing', async () => {
    expect((await submit('/help', {})).answer.status).toBe(405)
    expect((await submit('/site/getParameters', {})).answer.status).toBe(404)
    expect((await submit('/nothing', {})).answer.status).toBe(404)
  })

  test('with odd fields does no harm', async () => {
    const { answer, formAnswer } = await submit('/site/signin', {
      __proto__: ['a', 'b'],
      constructor: 'x',
      'login[]': 'Alice',
      login: 'Alice',
      password: ['a', 'b'],
    })
    expect([answer.status, formAnswer?.problem.errors?.map(({ field }) => field)]).toEqual([
      422,
      ['password'],
    ])
    for (const odd of ['a\0b', '\ud800'])
      expect((await submit('/site/signin', { login: odd, password: 'x' })).answer.status).toBeOneOf(
        [401, 422],
      )
  })
})
