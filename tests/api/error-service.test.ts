import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { handle } from '#api/call.server.ts'
import { endpoint } from '#api/contract.ts'
import { createApi } from '#api/router.server.ts'
import { fromFeatures } from '#app.server.ts'
import { createFrontDoor } from '#front-door/front-door.server.ts'
import { startJobs } from '#jobs/worker.server.ts'
import { MINUTE } from '#lib/clock.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { startIngest } from '../support/ingest.ts'

const secrets = [
  'alice@example.org',
  'Meet me at the bridge',
  'correct horse battery',
  'session-of-alice',
  '203.0.113.7',
  '47.3769',
  'Alice1984',
]
const [
  email = '',
  message = '',
  password = '',
  cookie = '',
  ip = '',
  latitude = '',
  username = '',
] = secrets

let ingest: Awaited<ReturnType<typeof startIngest>>
let app: TestApp
beforeAll(async () => {
  ingest = await startIngest()
  app = await startApp({ SENTRY_DSN: ingest.dsn })
})
afterAll(async () => {
  await app.close()
  await ingest.stop()
})
beforeEach(() => {
  ingest.clear()
  ingest.hang(false)
  app.clock.advance(2 * MINUTE)
})

class LetterError extends Error {
  override name = 'LetterError'
}

const faults: Record<string, () => unknown> = {
  words: () =>
    new LetterError(`${username} wrote: ${message}`, {
      cause: new TypeError(`Cannot read properties of undefined (reading '${email}')`),
    }),
  engine: () =>
    new TypeError(`at ${latitude} of ${email} in /home?password=${password} is not iterable`),
  json: () =>
    new SyntaxError(`Unexpected token 'M', "say "${message}" to ${username}" is not valid JSON`),
  calls: () =>
    new LetterError(
      `${message}\n    at ${username} (${email}:1:2)\n    at ${message} (/messages/${username}:3:4)`,
    ),
  text: () => `a string with ${message}`,
  properties: () => Object.assign(new LetterError(), { code: message, constraint: email, message }),
  named: () => Object.assign(new Error(password), { name: message }),
}
const input = z.object({ password: z.string() })
const failing = handle(
  endpoint({
    method: 'post',
    path: '/fails/{way}',
    summary: 'Fails',
    access: 'anyone',
    params: z.object({ way: z.string() }),
    body: input,
    answer: input,
  }),
  async ({ params: { way }, services }) => {
    if (way === 'database') await sql`select ${message}::text::integer`.execute(services.db)
    throw faults[way]?.()
  },
)

async function fail(way: string, of: TestApp = app): Promise<Response> {
  const frontDoor = createFrontDoor(
    of.services,
    createApi(of.services, [failing]),
    null,
    fromFeatures,
  )
  const headers = {
    Host: 'api.adultcrush.localhost:4321',
    'X-Requested-With': 'x',
    'Content-Type': 'application/json',
    Cookie: `session=${cookie}`,
  }
  const request = new Request(`http://api.adultcrush.localhost:4321/fails/${way}?email=${email}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ password }),
  })
  return frontDoor(request, ip, async () => new Response('page'))
}
const arrived = (count: number) => vi.waitFor(() => expect(ingest.events).toHaveLength(count))

test('a failed request is reported with its place in the program, and with nothing of whoever asked', async () => {
  const answer = await fail('words')
  expect(answer.status).toBe(500)
  await arrived(1)
  expect(ingest.events[0]).toMatchObject({
    level: 'error',
    platform: 'node',
    release: 'unbuilt',
    environment: 'demo',
    transaction: '/fails/{way}',
    tags: {
      brand: 'adultcrush',
      route: '/fails/{way}',
      requestId: answer.headers.get('X-Request-Id'),
      sentence: 'request failed',
      from: 'server',
    },
    exception: {
      values: [
        { type: 'TypeError', value: 'Cannot read properties of undefined' },
        {
          type: 'LetterError',
          value: '',
          stacktrace: {
            frames: expect.arrayContaining([
              expect.objectContaining({ filename: 'app:///src/api/router.server.ts' }),
            ]),
          },
        },
      ],
    },
  })
})

test.each([...Object.keys(faults), 'database'])(
  'a fault of the kind “%s” takes nothing of anybody along',
  async (way) => {
    await fail(way)
    await arrived(1)
    const sent = ingest.raw.join('\n')
    for (const secret of secrets) expect(sent).not.toContain(secret)
    for (const word of ['bridge', 'Meet', 'horse', 'example.org', '/home'])
      expect(sent).not.toContain(word)
    expect(JSON.stringify(ingest.events)).not.toMatch(
      /"(user|request|breadcrumbs|extra|server_name|modules)"/,
    )
  },
)

test('an error of the database is told by its code and the words that are its own', async () => {
  await fail('database')
  await arrived(1)
  expect(ingest.events[0]).toMatchObject({
    tags: { code: '22P02' },
    exception: { values: [{ value: 'invalid input syntax for type integer' }] },
  })
})

test('a failed job is reported by its name', async () => {
  const broken = {
    name: 'broken',
    period: 60_000,
    start: () => ({ run: () => Promise.reject(new Error(message)) }),
  }
  const jobs = startJobs(app.services, [broken])
  await arrived(1)
  await jobs.stop()
  expect(ingest.events[0]?.tags).toEqual({ job: 'broken', sentence: 'job failed', from: 'server' })
})

test('what people do wrong, and what is only put off, is not reported', async () => {
  const visitor = app.visitor('adultcrush')
  expect(
    (
      await visitor.request('/site/signin', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"login":""}',
      })
    ).status,
  ).toBe(422)
  expect((await visitor.request('/nothing')).status).toBe(404)
  await fail('words')
  await arrived(1)
})

test('a loop of errors is reported a few times a minute, and other errors still are', async () => {
  for (let n = 0; n < 50; n += 1) await fail('words')
  await fail('json')
  await arrived(4)
  app.clock.advance(MINUTE)
  await fail('words')
  await arrived(5)
  expect(
    ingest.events.filter(({ exception }) => exception.values[0]?.type === 'SyntaxError'),
  ).toHaveLength(1)
})

test('a service that hangs delays no answer, and the end by two seconds at most', async () => {
  const other = await startApp({ SENTRY_DSN: ingest.dsn })
  ingest.hang(true)
  const from = performance.now()
  for (const way of Object.keys(faults)) expect((await fail(way, other)).status).toBe(500)
  expect(performance.now() - from).toBeLessThan(10_000)
  const closing = performance.now()
  await other.close()
  expect(performance.now() - closing).toBeLessThan(10_000)
})

test('what was reported last arrives before the end', async () => {
  const other = await startApp({ SENTRY_DSN: ingest.dsn })
  await fail('words', other)
  await other.close()
  expect(ingest.events).toHaveLength(1)
})

test('a service that is away is a line in the log, and no error of ours', async () => {
  const other = await startApp({ SENTRY_DSN: 'http://publickey@127.0.0.1:1/7' })
  for (const way of ['words', 'json', 'engine']) expect((await fail(way, other)).status).toBe(500)
  const away = () =>
    other.logged
      .map((line) => JSON.parse(line) as { level: number; msg: string })
      .filter(({ msg }) => msg.includes('cannot be reached'))
  await vi.waitFor(() => expect(away()).toHaveLength(1))
  await other.close()
  expect(away()).toMatchObject([{ level: 40 }])
})

test('without a service nothing is sent, and errors are in the log as ever', async () => {
  const other = await startApp()
  expect((await fail('words', other)).status).toBe(500)
  expect([other.services.errorService, other.logged.length]).toEqual([null, 1])
  await other.close()
  expect(ingest.raw).toEqual([])
})
