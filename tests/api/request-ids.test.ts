import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { handle } from '#api/call.server.ts'
import { endpoint } from '#api/contract.ts'
import { createApi } from '#api/router.server.ts'
import { fromFeatures } from '#app.server.ts'
import { createFrontDoor } from '#front-door/front-door.server.ts'
import type { PageLocals, Render } from '#front-door/visit.server.ts'
import { startJobs } from '#jobs/worker.server.ts'
import { HOUR } from '#lib/clock.ts'
import { app, withApp } from '../support/app.ts'

/** One id goes through a page, the calls of the API that it makes, and their statements. */

const SLOW = 200
withApp({ SLOW_AFTER: String(SLOW) })
beforeEach(() => void (app.logged.length = 0))

const answer = z.object({ slept: z.boolean() })
const query = z.object({ for: z.string() })
const sleeps = handle(
  endpoint({
    method: 'get',
    path: '/test/sleeps',
    summary: 'Sleeps',
    access: 'anyone',
    query,
    answer,
  }),
  async ({ query: given, services }) => {
    await sql`select pg_sleep(${(2 * SLOW) / 1000}), ${given.for}::text, 'Meet me at the bridge', 1471147114`.execute(
      services.db,
    )
    return { slept: true }
  },
)
const fails = handle(
  endpoint({ method: 'get', path: '/test/fails', summary: 'Fails', access: 'anyone', answer }),
  async () => {
    throw new Error('broken')
  },
)

type Line = { msg: string; requestId?: string; job?: string; text?: string; route?: string }
const lines = () => app.logged.map((line) => JSON.parse(line) as Line)

const render: Render = async (_, __, locals: PageLocals) => {
  await locals.api.send('GET /test/sleeps', { query: { for: 'alice@example.org' } })
  await expect(locals.api.send('GET /test/fails', {})).rejects.toMatchObject({ status: 500 })
  return new Response('page', { headers: { 'Content-Type': 'text/html' } })
}

function open(headers: Record<string, string> = {}): Promise<Response> {
  const frontDoor = createFrontDoor(
    app.services,
    createApi(app.services, [sleeps, fails]),
    null,
    fromFeatures,
  )
  const request = new Request('http://www.adultcrush.localhost:4321/site/trust?withdraw=alice', {
    headers: { Host: 'www.adultcrush.localhost:4321', ...headers },
  })
  return frontDoor(request, '203.0.113.7', render)
}

test('a page, a call of its API that fails, and its slow statement are lines with the id of the answer', async () => {
  const page = await open({ 'X-Request-Id': 'edge-0001' })
  expect(page.headers.get('X-Request-Id')).toBe('edge-0001')
  // Those of other work that is slow have none.
  const own = lines().filter(({ requestId }) => requestId !== undefined)
  expect(own.map(({ msg, requestId }) => [msg, requestId])).toEqual([
    ['slow statement', 'edge-0001'],
    ['request failed', 'edge-0001'],
    ['slow request', 'edge-0001'],
  ])
})

test('requests at the same time keep their own', async () => {
  const ids = await Promise.all(
    [1, 2, 3].map(async () => (await open()).headers.get('X-Request-Id')),
  )
  expect(new Set(ids).size).toBe(3)
  for (const id of ids) expect(lines().filter(({ requestId }) => requestId === id)).toHaveLength(3)
})

test('a slow statement is told without what was given to it, and a slow request without its address', async () => {
  await open()
  const text = app.logged.join('\n')
  for (const secret of ['alice', 'bridge', '1471147114', 'withdraw', '203.0.113.7'])
    expect(text).not.toContain(secret)
  expect(lines().find(({ msg }) => msg === 'slow statement')?.text).toBe(
    'select pg_sleep($1), $2::text, …, …',
  )
})

test('a slow statement of a job has the job’s name', async () => {
  const jobs = startJobs(app.services, [
    {
      name: 'sleeper',
      period: HOUR,
      start: ({ db }) => ({
        run: async () => void (await sql`select pg_sleep(${(2 * SLOW) / 1000})`.execute(db)),
      }),
    },
  ])
  await expect
    .poll(lines)
    .toContainEqual(expect.objectContaining({ msg: 'slow statement', job: 'sleeper' }))
  await jobs.stop()
})
