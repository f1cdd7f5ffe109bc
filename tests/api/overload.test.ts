import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { handle } from '#api/call.server.ts'
import { endpoint } from '#api/contract.ts'
import { createApi } from '#api/router.server.ts'
import { fromFeatures } from '#app.server.ts'
import { createFrontDoor, type FrontDoor } from '#front-door/front-door.server.ts'
import { SECOND } from '#lib/clock.ts'
import { app, withApp } from '../support/app.ts'

/** A process that is behind refuses at once, rather than let everybody wait. */

const answer = z.object({ ok: z.literal(true) })
let open: () => void
let gate: Promise<void>
const waits = async () => {
  await gate
  return { ok: true as const }
}
const handlers = [
  handle(
    endpoint({ method: 'get', path: '/test/waits', summary: 'Waits', access: 'anyone', answer }),
    waits,
  ),
  handle(
    endpoint({ method: 'post', path: '/test/writes', summary: 'Waits', access: 'anyone', answer }),
    waits,
  ),
  handle(
    endpoint({ method: 'get', path: '/test/reads', summary: 'Reads', access: 'anyone', answer }),
    async () => ({ ok: true as const }),
  ),
]

withApp()
let frontDoor: FrontDoor
beforeEach(() => {
  gate = new Promise((resolve) => void (open = resolve))
  frontDoor = createFrontDoor(app.services, createApi(app.services, handlers), null, fromFeatures)
})

function ask(label: string, path: string, method = 'GET'): Promise<Response> {
  const host = `${label}.adultcrush.localhost:4321`
  const headers = {
    Host: host,
    Origin: 'http://www.adultcrush.localhost:4321',
    'X-Requested-With': 'XMLHttpRequest',
  }
  return frontDoor(
    new Request(`http://${host}${path}`, { method, headers }),
    '203.0.113.7',
    async () => new Response('page'),
  )
}
const read = async () => (await ask('api', '/test/reads')).status

/** So many that came together, and have been in work for so long. */
function inWork(
  count: number,
  { seconds = 2, path = '/test/waits', method = 'GET' } = {},
): Promise<Response>[] {
  const asked = Array.from({ length: count }, () => ask('api', path, method))
  app.clock.advance(seconds * SECOND)
  return asked
}
async function finish(asked: readonly Promise<Response>[]): Promise<number[]> {
  open()
  return [...new Set((await Promise.all(asked)).map(({ status }) => status))]
}

test('with a hundred reads in work for two seconds, whoever comes is told to come again, until they are answered', async () => {
  const asked = inWork(100)
  const refused = await ask('api', '/test/reads')
  expect(await refused.json()).toMatchObject({
    code: 'busy',
    detail: expect.stringMatching(/try again in a few seconds/),
  })
  expect([refused.status, Number(refused.headers.get('Retry-After'))]).toEqual([
    503,
    expect.toSatisfy((seconds: number) => seconds >= 2 && seconds <= 6),
  ])
  // The page that asked may read it.
  expect(refused.headers.get('Access-Control-Allow-Origin')).toBe(
    'http://www.adultcrush.localhost:4321',
  )
  const page = await ask('www', '/dashboard')
  expect([page.status, page.headers.get('Retry-After'), await page.text()]).toEqual([
    503,
    expect.stringMatching(/^[2-6]$/),
    expect.stringContaining('Too many'),
  ])
  expect((await ask('api', '/test/writes', 'POST')).status).toBe(503)
  expect((await ask('api', '/healthz')).status).toBe(200)
  for (const { status } of await Promise.all(
    Array.from({ length: 2000 }, () => ask('api', '/test/reads')),
  ))
    expect(status).toBe(503)
  // Thousands who are refused are one line a minute.
  expect(app.logged.filter((line) => line.includes('requests are refused'))).toHaveLength(1)
  expect(await finish(asked)).toEqual([200])
  expect(await read()).toBe(200)
})

test.each<[string, Parameters<typeof inWork>]>([
  ['99 reads are late', [99]],
  ['many reads came just now', [300, { seconds: 1 }]],
  [
    'many changes are late, whose senders may be slow',
    [300, { path: '/test/writes', method: 'POST' }],
  ],
])('nobody is refused while %s', async (_, given) => {
  const asked = inWork(...given)
  expect(await read()).toBe(200)
  expect(await finish(asked)).toEqual([200])
})
