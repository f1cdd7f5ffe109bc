import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Endpoint, isForStaff, needsSession } from '#api/contract.ts'
import { handlers } from '#app.server.ts'
import { codeAt } from '#core/staff-accounts/totp.server.ts'
import { DEMO_FACTOR, DEMO_PASSWORD } from '#demo/cast.ts'
import { pageRoutes } from '#sites/routes.ts'
import { HOSTILE_WORDS } from '../support/hostile.ts'
import { aOneClickForm } from '../support/joining.ts'
import type { RunningServer } from '../support/server.ts'
import { startBuilt } from '../support/started.ts'

/**
 * Addresses that no page of ours links to, asked for as a script would: not one of them is a fault
 * of ours.
 */
let server: RunningServer
/** Sessions of a member and of somebody of staff, who has no pages of members. */
let alice = ''
let eve = ''
const signsIn = async (login: string) =>
  sessionIn((await post('/site/signin', { login, password: DEMO_PASSWORD }, '')).cookies)
beforeAll(async () => {
  server = await startBuilt({ demo: true })
  ;[alice, eve] = [await signsIn('alice'), await signsIn('eve')]
  const proven = await post('/staff/verify', { code: codeAt(DEMO_FACTOR, new Date()) }, eve)
  eve = sessionIn(proven.cookies) || eve
  expect([(await get('/messages')).status, (await get('/staff')).status]).toEqual([200, 200])
})
afterAll(async () => server.stop())

type Answered = { status: number; cookies: string[]; retryAfter: string | undefined; body: string }

function ask(
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
  label = 'www',
): Promise<Answered> {
  const { host } = new URL(server.origin('adultcrush', label))
  return new Promise((resolve, reject) => {
    const asking = request(
      { host: '127.0.0.1', port: server.port, method, path, headers: { host, ...headers } },
      (response) => {
        const { statusCode: status = 0 } = response
        const { 'set-cookie': cookies = [], 'retry-after': retryAfter } = response.headers
        text(response).then((read) => resolve({ status, cookies, retryAfter, body: read }), reject)
      },
    )
    asking.on('error', reject).end(body)
  })
}

/** Whose page it is. */
const ofPage = (path: string) => (path.startsWith('/staff') ? eve : alice)

function get(path: string, as = ofPage(path)): Promise<Answered> {
  return ask('GET', path, as === '' ? {} : { cookie: as })
}

function post(path: string, fields: Record<string, string>, as: string): Promise<Answered> {
  const headers = {
    origin: server.origin('adultcrush'),
    'content-type': 'application/x-www-form-urlencoded',
    ...(as === '' ? {} : { cookie: as }),
  }
  return ask('POST', path, headers, new URLSearchParams(fields).toString())
}

function sessionIn(cookies: string[]): string {
  return cookies.find((one) => one.startsWith('session='))?.split(';')[0] ?? ''
}

/** Whatever a page reads of its query, except what leads away from the page before it is made. */
const names = [
  'q',
  'before',
  'with',
  'gender',
  'ageFrom',
  'ageTo',
  'country',
  'place',
  'placeId',
  'radius',
  'online',
  'withPhoto',
  'key',
  'keyword',
  'path',
  'revision',
  'site',
  'brand',
  'show',
  'done',
  'change',
  'outcome',
]
const leadingAway = ['token', 'back', 'preview']

test('every page with every hostile word in all of its query, twice, and as its parameter', async () => {
  const faults: string[] = []
  for (const { pattern } of pageRoutes.filter(({ only }) => only === undefined)) {
    for (const word of HOSTILE_WORDS) {
      const value = encodeURIComponent(word.toWellFormed())
      const path = pattern.replaceAll(/:\w+\??/g, value)
      const asked = [
        `${path}?${names.map((name) => `${name}=${value}`).join('&')}&${value}=${value}&q=${value}`,
        ...leadingAway.map((name) => `${path}?${name}=${value}`),
      ]
      for (const address of asked) {
        const { status } = await get(address, word.length % 2 === 0 ? ofPage(path) : '')
        if (status >= 500) faults.push(`${status} ${address}`)
      }
    }
  }
  expect(faults).toEqual([])
})

const formsOfMembers = handlers
  .map(({ endpoint }): Endpoint => endpoint)
  .filter((endpoint) => endpoint.pageForm && needsSession(endpoint))
const addressOf = ({ path, pageForm }: Endpoint) =>
  (pageForm?.path ?? path).replaceAll(/\{\w+\}/g, '1')

test('every form of members, sent by a guest, is answered by a page that says so', async () => {
  const others: string[] = []
  for (const endpoint of formsOfMembers) {
    const { status, body } = await post(addressOf(endpoint), { id: '1', body: 'Hello.' }, '')
    const expected = isForStaff(endpoint) ? [404, 'Page not found'] : [401, 'Please sign in first.']
    if (status !== expected[0] || !body.includes(`${expected[1]}`))
      others.push(`${status} ${addressOf(endpoint)}`)
  }
  expect(others).toEqual([])
})

test('every form of members, sent by somebody who has not finished signing up, is no fault of ours', async () => {
  const joined = await post(
    '/promo/oneClick',
    {
      ...aOneClickForm({ email: 'newcomer@example.org' }),
      lookingFor: 'man',
      acceptTerms: 'on',
      acceptSensitiveData: 'on',
    } as never,
    '',
  )
  const faults: string[] = []
  for (const endpoint of formsOfMembers.filter(({ path }) => path !== '/profile/deleteAccount')) {
    const { status } = await post(
      addressOf(endpoint),
      { id: '1', body: 'Hello.' },
      sessionIn(joined.cookies),
    )
    if (status >= 500) faults.push(`${status} ${addressOf(endpoint)}`)
  }
  expect(sessionIn(joined.cookies)).not.toBe('')
  expect(faults).toEqual([])
})

test('the hosts that have no pages, with every hostile word in path and query', async () => {
  const faults: string[] = []
  for (const word of HOSTILE_WORDS) {
    const value = encodeURIComponent(word.toWellFormed())
    for (const label of ['media', 'api', 'redirect', 'api.members']) {
      for (const path of [
        `/${value}`,
        `/${value}/${value}?${value}=${value}&key=${value}`,
        `/card-form?order=${value}&at=${value}`,
        `/q/${value}?subid=${value}`,
        `/callback/cfpSupportAgent?member=${value}&agent=${value}&link=${value}&at=${value}&signature=${value}`,
      ]) {
        const { status } = await ask('GET', path, { cookie: alice }, '', label)
        if (status >= 500) faults.push(`${status} ${label} ${path}`)
      }
    }
  }
  expect(faults).toEqual([])
})

test('the pages that read their query, with each part of it wrong alone', async () => {
  const faults: string[] = []
  for (const page of [
    '/messages',
    '/search',
    '/search/2',
    '/plist/new/1',
    '/help',
    '/billing/upgrade',
    '/emailUnsubscribe',
    '/emailOfferRedirect',
    '/staff/tickets',
    '/staff/board',
    '/staff/ads',
    '/staff/affiliates',
    '/staff/content',
    '/staff/content/text',
    '/staff/content/preview',
    '/staff/content/edit',
    '/staff/content/codes',
    '/staff/content/ads',
    '/staff/content/pictures',
  ]) {
    for (const [index, name] of names.entries()) {
      for (const word of HOSTILE_WORDS.filter((_, at) => at % 12 === index % 12)) {
        const address = `${page}?${name}=${encodeURIComponent(word.toWellFormed())}`
        const { status } = await get(address)
        if (status >= 500) faults.push(`${status} ${address}`)
      }
    }
  }
  expect(faults).toEqual([])
})

test('a place in the inbox that is none is no page; a word of every object is asked for like any other', async () => {
  const nowhere = await get('/messages?before=x')
  expect([nowhere.status, nowhere.body]).toEqual([404, expect.stringContaining('Page Not Found')])
  const asked = await get('/help?q=constructor', '')
  expect([asked.status, asked.body]).toEqual([
    200,
    expect.stringContaining('Nothing found for “constructor”'),
  ])
})

test('a page that no search engine may list says its own address, however it is written; one that is missing says none', async () => {
  for (const [path, canonical] of [
    ['/messages/index', '/messages'],
    ['/search/2/index', '/search/2'],
    ['/profile/edit/settings', '/profile/edit/settings'],
    ['/resetPassword/makeRequest/index', '/resetPassword/makeRequest'],
    ['/no/such/page', null],
    ['/search/x', null],
  ] as const) {
    const { body } = await get(path)
    const said = /<link rel="canonical" href="https:\/\/www\.[^/]+([^"]*)"/.exec(body)?.[1] ?? null
    expect([path, said]).toEqual([path, canonical])
  }
})

/** Sends bytes as they are; what came back, until the server hung up. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => void (answer += chunk.toString()))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

test('a host that is none, or two of them, is the client’s mistake: a line to it, and none in the log', async () => {
  const host = new URL(server.origin('adultcrush')).host
  const before = server.output.join('').length
  for (const [status, head] of [
    [400, 'GET / HTTP/1.1\r\nHost: a@b'],
    [400, 'GET /dashboard HTTP/1.1\r\nHost: a@b'],
    [400, 'GET / HTTP/1.1\r\nHost: 1.2.3.4.5'],
    [400, 'GET / HTTP/1.1\r\nHost: '],
    [400, `GET / HTTP/1.1\r\nHost: ${host}/..`],
    [400, `GET / HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example`],
    [400, `GET /help HTTP/1.1\r\nhost: ${host}\r\nHOST: ${host}`],
    [421, `GET http://evil.example/ HTTP/1.1\r\nHost: ${host}`],
    [421, `GET https://evil.example/dashboard HTTP/1.1\r\nHost: ${host}`],
    [200, `GET http://${host}/help HTTP/1.1\r\nHost: ${host}`],
    [400, `GET javascript:alert(1) HTTP/1.1\r\nHost: ${host}`],
    [400, `OPTIONS * HTTP/1.1\r\nHost: ${host}`],
    [421, 'GET / HTTP/1.1\r\nHost: evil.example'],
  ] as const) {
    const answer = await raw(`${head}\r\nConnection: close\r\n\r\n`)
    expect([head, answer.slice(0, 12)]).toEqual([head, `HTTP/1.1 ${status}`])
    expect(answer).not.toMatch(/^ {4}at /m)
  }
  expect(server.output.join('').slice(before)).toBe('')
})

test('a script that reads the network out is told when there is more, and its pages say so; all else stays open', async () => {
  const carol = await signsIn('carol')
  const everybody = 'radius=any&country=any&gender=woman&gender=man&gender=couple&gender=nonbinary'
  let refusal: Answered | null = null
  for (let page = 1; page <= 60 && refusal === null; page += 1) {
    const answer = await ask(
      'GET',
      `/search/users?${everybody}&page=${page}`,
      { cookie: carol, 'x-requested-with': 'x' },
      '',
      'api',
    )
    expect([200, 429]).toContain(answer.status)
    if (answer.status === 429) refusal = answer
  }
  expect(refusal).toMatchObject({
    status: 429,
    body: expect.stringContaining('You have seen 800 people in a short time.'),
  })
  const page = await get(`/search/50?${everybody}`, carol)
  expect([page.status, Number(page.retryAfter), page.body]).toEqual([
    429,
    expect.toSatisfy((seconds) => seconds > 0),
    expect.stringContaining('You have seen 800 people in a short time.'),
  ])
  // Whom she has seen, she may see again.
  for (const path of [`/search?${everybody}`, '/dashboard', '/messages'])
    expect([path, (await get(path, carol)).status]).toEqual([path, 200])
})
