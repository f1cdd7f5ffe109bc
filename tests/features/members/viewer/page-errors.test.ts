import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { reportPageError } from '#members/viewer/page-errors.contract.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type CastMember, joins, parametersFor } from '#tests/support/cast.ts'
import { startIngest } from '#tests/support/ingest.ts'

type Report = {
  path: string
  errors: Array<{
    type: string
    message: string
    frames: Array<{ function: string; file: string; line: number; column: number }>
  }>
}

let ingest: Awaited<ReturnType<typeof startIngest>>
let app: TestApp
let Alice: CastMember
let count = 0
beforeAll(async () => {
  ingest = await startIngest()
  app = await startApp({ SENTRY_DSN: ingest.dsn })
})
afterAll(async () => {
  await app.close()
  await ingest.stop()
})
beforeEach(async () => {
  ingest.clear()
  app.clock.advance(120_000)
  count += 1
  Alice = await joins(app, { brand: 'adultcrush', username: `Alice${count}` })
})

const send = (who: CastMember, body: Report) => who.calls(reportPageError, { body })
const of = (type: string, more: Partial<Report['errors'][number]> = {}): Report => ({
  path: '/profile/view/id/4711004711',
  errors: [
    {
      type,
      message: '',
      frames: [{ function: 'open', file: '/_astro/Chat.B1x2.js', line: 1, column: 204 }],
      ...more,
    },
  ],
})
const arrived = (events: number) => vi.waitFor(() => expect(ingest.events).toHaveLength(events))

test('what failed in a page is passed on with the pattern of its route', async () => {
  const { visitId: visit } = await parametersFor(Alice)
  expect(visit).toHaveLength(22)
  await send(
    Alice,
    of('TypeError', { message: "Cannot read properties of null (reading 'value')" }),
  )
  await arrived(1)
  expect(ingest.events[0]).toMatchObject({
    platform: 'javascript',
    transaction: '/profile/view/id/:id',
    tags: { brand: 'adultcrush', route: '/profile/view/id/:id', visit, from: 'browser' },
    exception: { values: [{ type: 'TypeError', value: 'Cannot read properties of null' }] },
  })
})

test('what a browser sends beyond that goes nowhere: the server leaves out the same again', async () => {
  const words = [
    'alice@example.org',
    'Meet me at the bridge',
    '4711004711',
    'session=abc',
    'horse',
    Alice.username,
    '203.0.113.7',
    'Mozilla',
  ]
  const frame = {
    function: 'Meet me at the bridge',
    file: '/profile/view/id/4711004711?mail=alice@example.org',
    line: 1,
    column: 1,
  }
  const ours = { function: 'alice@example.org', file: '/_astro/a.js', line: 1, column: 1 }
  const body = {
    path: '/messages?with=4711004711#horse',
    errors: [{ type: 'session=abc', message: words.join(' '), frames: [frame, ours] }],
    user: { email: words[0] },
  }
  const answer = await Alice.request('/site/reportError', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': 'Mozilla/5.0' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
  await arrived(1)
  for (const word of words) expect(ingest.raw.join('\n')).not.toContain(word)
})

test('an error that is none of ours, such as an extension’s, is not', async () => {
  await send(
    Alice,
    of('TypeError', {
      frames: [
        { function: 'inject', file: 'chrome-extension://abcdef/content.js', line: 1, column: 1 },
      ],
    }),
  )
  await send(Alice, of('ReferenceError'))
  await arrived(1)
  expect(ingest.events[0]?.exception.values[0]?.type).toBe('ReferenceError')
})

test('a member’s loop is held at twenty an hour, and does not use up what the server may report', async () => {
  for (let n = 0; n < 20; n += 1) await send(Alice, of(`Error${n}`))
  await expect(send(Alice, of('One'))).rejects.toMatchObject({ code: 'tooMany' })
  await arrived(20)
  for (let n = 0; n < 20; n += 1)
    await send(await joins(app, { brand: 'adultcrush', username: `Loop${n}` }), of(`Other${n}`))
  await arrived(30)
  app.services.log.error({ error: new Error('on the server') }, 'a job failed')
  await arrived(31)
})

test.each<[string, object]>([
  ['no errors', { ...of('Error'), errors: [] }],
  [
    'six of them',
    { ...of('Error'), errors: Array.from({ length: 6 }, () => of('Error').errors[0]) },
  ],
  [
    'a stack without end',
    of('Error', {
      frames: Array.from({ length: 51 }, () => ({ function: 'a', file: 'b', line: 1, column: 1 })),
    }),
  ],
  ['a long message', of('Error', { message: 'x'.repeat(301) })],
  ['a negative line', of('Error', { frames: [{ function: 'a', file: 'b', line: -1, column: 1 }] })],
])('a report with %s is refused', async (_, body) => {
  await expect(send(Alice, body as Report)).rejects.toMatchObject({ code: 'invalid' })
})

test('a guest reports nothing', async () => {
  const guest = app.visitor('adultcrush')
  await expect(guest.calls(reportPageError, { body: of('Error') })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

test('without a service the endpoint is not there', async () => {
  const other = await startApp()
  const Bob = await joins(other, { brand: 'adultcrush', username: 'Bob' })
  await expect(send(Bob, of('Error'))).rejects.toMatchObject({ code: 'notFound' })
  await other.close()
})
