import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR } from '#lib/clock.ts'
import { app, type Visitor, withApp } from '../support/app.ts'
import { type CastMember, joins } from '../support/cast.ts'

/** What the API takes, and how it says what it does not (decisions §3; assurance 11, 21, 24). */

type Problem = {
  status: number
  code: string
  detail: string
  errors?: Array<{ field: string; message: string }>
}

withApp()
let visitor: Visitor
let alice: CastMember
beforeAll(async () => {
  visitor = app.visitor('adultcrush')
  alice = await joins(app, { brand: 'adultcrush', username: 'Alice' })
})
// Sign-ins are limited per minute, and this file makes many.
beforeEach(() => app.clock.advance(HOUR))

async function post(
  path: string,
  type: string | undefined,
  body: RequestInit['body'],
  from: Visitor = visitor,
): Promise<Problem> {
  const answer = await from.request(path, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body: body ?? null,
  })
  expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
  const problem = (await answer.json()) as Problem
  expect(problem.status).toBe(answer.status)
  return problem
}

const json = (value: unknown) => post('/site/signin', 'application/json', JSON.stringify(value))

describe('a body that is no JSON', () => {
  test.each([
    'application/x-www-form-urlencoded',
    'text/plain',
    'text/plain; a=application/json',
    'multipart/form-data; boundary=x',
    'text/json',
    'application/jsonx',
    'application/json-patch',
    'application/json-patch+json',
    'application/json.evil',
    'application/xml',
    'application/problem+json',
    '',
    undefined,
  ])('is not taken as %s', async (type) => {
    expect(await post('/site/signin', type, '{"login":"a","password":"b"}')).toMatchObject({
      status: 415,
      code: 'unsupportedMedia',
    })
  })

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/json;charset=UTF-8',
  ])('is taken as %s', async (type) => {
    expect(await post('/site/signin', type, '{"login":"a","password":"b"}')).toMatchObject({
      status: 401,
    })
  })

  test.each([
    '',
    '{',
    '{"login":}',
    "{'login':'a'}",
    'undefined',
    '{"login":"a"}{"login":"b"}',
    '\u0000',
    '{"a":1,}',
    'NaN',
    '//',
    '{"login":"\\ud83',
  ])('but says it is, is malformed: %j', async (body) => {
    expect(await post('/site/signin', 'application/json', body)).toMatchObject({
      status: 400,
      code: 'malformed',
    })
  })

  test('and is no UTF-8 either is malformed', async () => {
    expect(
      await post('/site/signin', 'application/json', new Uint8Array([0x22, 0xff, 0xfe, 0x22])),
    ).toMatchObject({ status: 400 })
  })

  test('is not taken where a form is', async () => {
    expect(await post('/image/upload', 'application/json', '{}', alice)).toMatchObject({
      status: 415,
    })
    expect(await post('/image/upload', 'multipart/form-data', 'x', alice)).toMatchObject({
      status: 400,
      code: 'malformed',
    })
    expect(
      await post('/image/upload', 'multipart/form-data; boundary=x', '--x\r\nrubbish', alice),
    ).toMatchObject({ status: 400, code: 'malformed' })
  })
})

describe('a body of the wrong shape', () => {
  test.each([
    null,
    true,
    7,
    'text',
    [],
    [{}],
    {},
    { login: 'a' },
    { login: 1, password: [] },
    { login: {}, password: {} },
    { login: null, password: null },
  ])('is invalid: %j', async (value) => {
    expect(await json(value)).toMatchObject({ status: 422, code: 'invalid' })
  })

  test('is told field by field, in sentences for people, and never repeats what was sent', async () => {
    const problem = await json({ login: '', password: 7, secret: 'hunter2-hunter2' })
    expect(problem.errors).toEqual([
      { field: 'login', message: 'Please enter your e-mail or username.' },
      { field: 'password', message: 'Please enter your password.' },
    ])
    expect(JSON.stringify(problem)).not.toContain('hunter2')
  })

  test('no field’s message is the machine’s', async () => {
    const long = 'x'.repeat(5000)
    const bodies = [
      {},
      {
        gender: 7,
        lookingFor: 7,
        username: 7,
        email: 7,
        password: 7,
        birthday: 7,
        country: 7,
        place: 7,
        acceptTerms: 7,
        acceptSensitiveData: 7,
      },
      {
        gender: 'x',
        lookingFor: [],
        username: long,
        email: long,
        password: long,
        birthday: long,
        country: long,
        place: long,
        acceptTerms: 'yes',
        affiliateId: long,
      },
      { lookingFor: ['x', 'y'], email: 'a@b', placeId: 'x' },
    ]
    for (const body of bodies) {
      const problem = await post('/registration/save', 'application/json', JSON.stringify(body))
      expect(problem.status).toBe(422)
      for (const { field, message } of problem.errors ?? []) {
        expect([field, message]).not.toEqual([
          field,
          expect.stringMatching(
            /expected|invalid|too big|too small|received|regex|string|number|array/i,
          ),
        ])
        expect(message).toMatch(/^[A-Z].*\.$/)
      }
    }
  })
})

describe('size', () => {
  test('64 KiB and no more', async () => {
    const of = (length: number) =>
      JSON.stringify({ login: 'a', password: 'b'.repeat(length - 27) }).padEnd(length)
    expect(await post('/site/signin', 'application/json', of(64 * 1024))).toMatchObject({
      status: 422,
    })
    expect(await post('/site/signin', 'application/json', of(64 * 1024 + 1))).toMatchObject({
      status: 413,
      code: 'tooLarge',
    })
  })

  test('is counted, whatever was declared', async () => {
    let sent = 0
    const unannounced = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 16 * 1024
        controller.enqueue(new Uint8Array(16 * 1024).fill(0x20))
        if (sent > 1024 * 1024) controller.close()
      },
    })
    const answer = await visitor.request('/site/signin', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: unannounced,
      duplex: 'half',
    } as RequestInit & { headers: Record<string, string> })
    expect(answer.status).toBe(413)
    expect(sent).toBeLessThan(256 * 1024)
  })

  test('that is declared too large is not read at all', async () => {
    const answer = await visitor.request('/site/signin', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': '99999999' },
      body: '{}',
    })
    expect(answer.status).toBe(413)
  })

  test('brackets deeper than any stack are just another wrong body', async () => {
    const deep = '['.repeat(30_000) + ']'.repeat(30_000)
    expect(await post('/site/signin', 'application/json', deep)).toMatchObject({ status: 422 })
    expect(
      await post('/site/signin', 'application/json', `{"login":"a","password":${deep}}`),
    ).toMatchObject({ status: 422 })
    expect(
      await post(
        '/site/signin',
        'application/json',
        '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000),
      ),
    ).toMatchObject({ status: 422 })
  })
})

describe('characters that cannot be stored', () => {
  const odd = ['\u0000', 'a\u0000b', '\ud800', 'a\udc00', '\ud83d\ud83d']

  test.each(odd)('%j in a field, or as the name of one, is refused', async (text) => {
    for (const body of [
      { login: text, password: 'b' },
      { login: 'a', password: text },
      { login: 'a', password: 'b', [text]: 1 },
      { login: 'a', password: 'b', more: [[{ a: text }]] },
    ]) {
      expect(await json(body)).toMatchObject({ status: 422, code: 'invalid' })
    }
  })

  test('in a query or a path they are refused, too', async () => {
    for (const path of [
      '/location/places?country=GB&query=%00',
      '/location/places?country=GB&query=lon&%00=1',
      '/location/places?country=%00%00',
      '/event/%00',
      '/profile/view/id/%00',
      '/redirect/index?key=%00&isNuxt=1',
    ]) {
      const answer = await alice.request(path)
      expect([path, answer.status]).toEqual([
        path,
        expect.toSatisfy((status: number) => [404, 405, 422].includes(status)),
      ])
    }
  })

  test('bytes that are no UTF-8 become question marks on the way, and harm nobody', async () => {
    for (const path of [
      '/location/places?country=GB&query=%ff',
      '/location/places?country=GB&query=%ed%a0%80',
      '/location/places?country=GB&query=%zz',
      '/%ff',
      '/%',
    ]) {
      const answer = await visitor.request(path)
      expect([path, answer.status]).toEqual([
        path,
        expect.toSatisfy((status: number) => status === 200 || status === 404),
      ])
    }
  })
})

describe('prototype pollution', () => {
  test.each(['__proto__', 'constructor', 'prototype'])('by %s changes nothing', async (name) => {
    const polluted = `{"login":"a","password":"b","${name}":{"isStaff":true,"polluted":1,"prototype":{"polluted":1}}}`
    expect(await post('/site/signin', 'application/json', polluted)).toMatchObject({ status: 401 })
    expect(
      (
        await visitor.request(
          `/redirect/index?key=${name}&isNuxt=1&${name}[polluted]=1&${name}=1&${name}=2`,
        )
      ).status,
    ).toBe(200)
    expect((await visitor.request(`/location/places?country=GB&query=lon&${name}=x`)).status).toBe(
      200,
    )
    const form = new FormData()
    form.set(name, 'x')
    form.append(name, 'y')
    form.set('about', 'hello')
    expect(
      (await alice.request('/registration/uploadStep', { method: 'POST', body: form })).status,
    ).toBeLessThan(500)
    expect('polluted' in {}).toBe(false)
  })
})

describe('a query', () => {
  test('with a key twice is a list, which a field that is one thing refuses', async () => {
    const answer = await visitor.request('/location/places?country=GB&country=US&query=lon')
    expect(answer.status).toBe(422)
    expect(((await answer.json()) as Problem).errors).toEqual([
      { field: 'country', message: expect.stringMatching(/^[A-Z].*\.$/) },
    ])
  })

  test('with keys that nobody knows is taken without them', async () => {
    expect(
      (await visitor.request('/location/places?country=GB&query=lon&utm_source=x&utm_source=y'))
        .status,
    ).toBe(200)
  })
})

test('fields that are nobody’s to send are ignored: membership, credits, ids', async () => {
  const before = await parametersOf(alice)
  const body = {
    login: 'Alice',
    password: 'wrong password',
    membership: 'premium',
    currentCredits: 1000,
    isSemiBlocked: false,
    userId: 1,
    isStaff: true,
    brand: 'wivesnow',
  }
  expect(await json(body)).toMatchObject({ status: 401 })
  expect(await parametersOf(alice)).toEqual(before)
})

async function parametersOf(member: CastMember): Promise<unknown> {
  return (await member.request('/site/getParameters')).json()
}
