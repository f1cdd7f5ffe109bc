import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Metrics } from '#api/metrics.server.ts'
import { startJobs } from '#jobs/worker.server.ts'
import { HOUR, later, SECOND } from '#lib/clock.ts'
import { serveMetrics } from '#process/metrics.server.ts'
import { app, statementsOf, withApp } from '../support/app.ts'
import { type CastMember, joins } from '../support/cast.ts'
import { freePort } from '../support/postgres.ts'

/** What an operator sees of a running process, and that it shows nothing of a member. */

withApp()
let alice: CastMember
let metrics: Metrics
beforeAll(async () => {
  alice = await joins(app, { brand: 'adultcrush', username: 'Alicesmetrics' })
  metrics = app.metrics()
})

const json = { 'Content-Type': 'application/json' }

type Series = Map<string, number>
async function series(of: Metrics = metrics): Promise<Series> {
  const lines = (await of.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' ') + 1)),
    ]),
  )
}
/** How much a figure grew by what was done. */
async function growth(name: string, act: () => Promise<unknown>): Promise<number> {
  const before = (await series()).get(name) ?? 0
  await act()
  return ((await series()).get(name) ?? 0) - before
}

describe('requests', () => {
  test.each<[string, () => Promise<Response>]>([
    [
      '{role="api",route="/event/tickers",method="read",status="200"}',
      () => alice.request('/event/tickers'),
    ],
    [
      '{role="api",route="/profile/view/id/{id}",method="read",status="404"}',
      () => alice.request('/profile/view/id/987654321'),
    ],
    [
      '{role="api",route="/match/{action}",method="write",status="422"}',
      () => alice.request('/match/like', { method: 'POST', headers: json, body: '{"id":"x"}' }),
    ],
    ['{role="pages",route="/messages",method="read",status="200"}', () => alice.visit('/messages')],
    [
      '{role="pages",route="/profile/view/id/:id",method="read",status="200"}',
      () => alice.visit('/profile/view/id/7'),
    ],
    [
      '{role="pages",route="unknown",method="read",status="404"}',
      () => alice.visit('/alice@example.org'),
    ],
    [
      '{role="api",route="unknown",method="read",status="404"}',
      () => alice.request('/alice/at/home'),
    ],
    ['{role="api",route="/healthz",method="read",status="200"}', () => alice.request('/healthz')],
  ])('are counted as %s', async (labels, ask) => {
    expect(await growth(`sites_requests_total${labels}`, ask)).toBe(1)
    const timed = labels.replace(/,status="\d+"/, '')
    expect((await series()).get(`sites_request_duration_seconds_count${timed}`)).toBeGreaterThan(0)
  })

  test('of a hundred addresses that are no route are one series, and none names anybody', async () => {
    const ask = (name: string) =>
      Promise.all([
        alice.visit(`/${name}`),
        alice.request(`/${name}`),
        alice.request(`/profile/view/id/${name}?email=${name}`),
      ])
    await ask('first')
    const before = [...(await series()).keys()]
    for (let n = 0; n < 33; n += 1) await ask(`alicesmetrics-${n}@example.org`)
    const after = [...(await series()).keys()]
    expect(
      after.filter((name) => !before.includes(name) && !name.startsWith('sites_statement')),
    ).toEqual([])
    expect(await metrics.text()).not.toMatch(/alicesmetrics|example\.org|203\.0\.113/i)
  })

  test('that a limit refused are counted by the limit', async () => {
    const guess = () =>
      app.visitor('adultcrush', { ip: '198.51.100.77' }).request('/site/signin', {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ login: 'nobody', password: 'wrong' }),
      })
    const before = await series()
    let last: Response
    do last = await guess()
    while (last.status !== 429)
    const grown = [...(await series())].filter(
      ([name, value]) =>
        name.startsWith('sites_limits_refused_total') && value > (before.get(name) ?? 0),
    )
    expect(grown).toEqual([
      [
        expect.stringMatching(/^sites_limits_refused_total\{limit="[a-z-]+"\}$/i),
        expect.any(Number),
      ],
    ])
  })
})

test('statements are counted by kind, and failures by the class of their code', async () => {
  const { db } = app
  expect(
    await growth('sites_statement_duration_seconds_count{kind="select"}', () =>
      db.selectFrom('brands').select('id').execute(),
    ),
  ).toBeGreaterThan(0)
  expect(
    await growth('sites_statement_failures_total{class="22"}', async () =>
      expect(sql`select ${'alice'}::text::integer`.execute(db)).rejects.toThrow('invalid input'),
    ),
  ).toBe(1)
})

test('runs of jobs are counted by how they ended, and one that hangs is seen', async () => {
  let release = () => undefined as void
  const hangs = new Promise<void>((resolve) => (release = resolve))
  const jobs = startJobs(app.services, [
    {
      name: 'brokenHere',
      period: HOUR,
      start: () => ({ run: () => Promise.reject(new Error('broken')) }),
    },
    { name: 'hangsHere', period: HOUR, start: () => ({ run: () => hangs }) },
    { name: 'wellHere', period: HOUR, start: () => ({ run: async () => undefined }) },
  ])
  await vi.waitFor(async () =>
    expect((await series()).get('sites_job_overdue_seconds{task="hangsHere"}')).toBeGreaterThan(
      0.1,
    ),
  )
  const now = await series()
  expect(now.get('sites_job_runs_total{task="brokenHere",outcome="failed"}')).toBe(1)
  expect(now.get('sites_job_runs_total{task="wellHere",outcome="ok"}')).toBe(1)
  expect(now.get('sites_job_duration_seconds_count{task="wellHere"}')).toBe(1)
  expect(now.get('sites_job_overdue_seconds{task="wellHere"}')).toBe(0)
  release()
  await jobs.stop()
})

test('open event streams are counted until they end', async () => {
  const before = (await series()).get('sites_event_streams_open') ?? 0
  const stream = await alice.request('/event/stream')
  expect((await series()).get('sites_event_streams_open')).toBe(before + 1)
  await stream.body?.cancel()
  expect((await series()).get('sites_event_streams_open')).toBe(before)
})

describe('of the database', () => {
  test('its connections are counted by what they do, and who waits for one; a PGlite has none to count', async () => {
    const { db, database } = app.services
    const ofPool = async () => {
      const now = await series()
      return ['{state="busy"}', '{state="idle"}', '{state="most"}'].map((state) =>
        now.get(`sites_database_connections${state}`),
      )
    }
    if (database.kind === 'pglite') {
      expect(await ofPool()).toEqual([undefined, undefined, undefined])
      return
    }
    const most = database.connections()?.most ?? 0
    const taken = await Promise.all(
      Array.from({ length: most }, () => db.startTransaction().execute()),
    )
    const waiting = db.selectFrom('brands').select('id').execute()
    expect(await ofPool()).toEqual([most, 0, most])
    expect((await series()).get('sites_database_waiting')).toBeGreaterThan(0)
    await Promise.all(taken.map((trx) => trx.rollback().execute()))
    await waiting
    await vi.waitFor(async () => {
      const [busy = NaN, idle = NaN] = await ofPool()
      expect([busy, idle > 0, (await series()).get('sites_database_waiting')]).toEqual([0, true, 0])
    })
  })

  test('it is read what waits, and since when', async () => {
    const { db } = app
    const at = app.clock.now()
    await db
      .insertInto('mails')
      .values({
        account_id: null,
        brand: 'adultcrush',
        kind: 'reset',
        recipient: 'alice@example.org',
        subject: 'x',
        text_body: '',
        html_body: '',
        headers: '{}',
        queued_at: at,
        next_try_at: later(at, -90 * SECOND),
      })
      .execute()
    await alice.request('/ticket/create', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ subject: 'x', body: 'y' }),
    })
    const now = await series(app.metrics())
    expect(now.get('sites_mails_waiting')).toBeGreaterThan(0)
    expect(now.get('sites_mail_overdue_seconds')).toBeGreaterThanOrEqual(90)
    expect([...now.keys()].filter((name) => name.startsWith('sites_staff_oldest_seconds'))).toEqual(
      [
        'photos',
        'reports',
        'removals',
        'appeals',
        'fraud',
        'viewOnce',
        'chatPhotos',
        'poses',
        'matches',
        'viewOnceMatches',
        'chatPhotoMatches',
        'tickets',
      ].map((queue) => `sites_staff_oldest_seconds{queue="${queue}"}`),
    )
    expect(now.get('sites_readings_answered')).toBe(1)
  })

  test('it is asked once for many readers', async () => {
    const one = app.metrics()
    const readers = (count: number) => () =>
      Promise.all(Array.from({ length: count }, () => series(one)))
    const from = Math.ceil(performance.now())
    const now = vi.spyOn(performance, 'now').mockReturnValue(from)
    expect(await statementsOf(app, readers(3))).toHaveLength(25)
    expect(await statementsOf(app, readers(1))).toEqual([])
    now.mockReturnValue(from + 5 * SECOND)
    expect(await statementsOf(app, readers(1))).toHaveLength(25)
    now.mockRestore()
  })

  test('where it does not answer, the process still tells of itself', async () => {
    const fails = vi.spyOn(app.db, 'getExecutor').mockImplementation(() => {
      throw new Error('away')
    })
    const now = await series(app.metrics())
    fails.mockRestore()
    expect([now.get('sites_readings_answered'), now.get('sites_mails_waiting')]).toEqual([
      0,
      undefined,
    ])
    expect(now.get('process_resident_memory_bytes')).toBeGreaterThan(1e6)
  })
})

describe('the port', () => {
  const answer = (port: number, path: string, method = 'GET', host?: string) =>
    new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      request(
        {
          host: '127.0.0.1',
          port,
          path,
          method,
          ...(host === undefined ? {} : { headers: { Host: host } }),
        },
        (response) => {
          let text = ''
          response.on('data', (part: Buffer) => (text += String(part)))
          response.on('end', () => resolve({ status: response.statusCode, text }))
        },
      )
        .on('error', reject)
        .end()
    })

  test('tells the metrics, and nothing else', async () => {
    const said: string[] = []
    const settings = { metrics: { port: await freePort(), host: '127.0.0.1', isGiven: true } }
    const server = await serveMetrics(settings, metrics, (line) => said.push(line))
    if (!server) throw new Error(said.join())
    const { port } = server.address() as AddressInfo
    expect((await answer(port, '/metrics')).text).toContain('# HELP sites_requests_total')
    for (const [path, method] of [
      ['/', 'GET'],
      ['/metrics', 'POST'],
      ['/healthz', 'GET'],
    ] as const)
      expect((await answer(port, path, method)).status).toBe(404)

    const again = (isGiven: boolean) =>
      serveMetrics({ metrics: { ...settings.metrics, isGiven } }, metrics, (line) =>
        said.push(line),
      )
    await expect(again(true)).rejects.toThrow(/EADDRINUSE.*METRICS_PORT/)
    expect([await again(false), said]).toEqual([
      null,
      [expect.stringMatching(/EADDRINUSE.*METRICS_PORT/)],
    ])
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  test('says why they cannot be read', async () => {
    const said: string[] = []
    const settings = { metrics: { port: await freePort(), host: '127.0.0.1', isGiven: true } }
    const broken = { ...metrics, text: () => Promise.reject(new TypeError('no such gauge')) }
    const server = await serveMetrics(settings, broken, (line) => said.push(line))
    if (!server) throw new Error(said.join())
    const { port } = server.address() as AddressInfo
    expect((await answer(port, '/metrics')).status).toBe(500)
    expect(said).toEqual(['the metrics cannot be read: TypeError: no such gauge'])
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  test.each([
    [
      '127.0.0.1',
      ['localhost', 'LOCALHOST:9', '127.0.0.1:4324', '127.9.9.9', '[::1]:4324'],
      ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '192.0.2.1'],
    ],
    ['localhost', ['localhost:4324', '127.0.0.1'], ['evil.example', 'www.adultcrush.localhost']],
    [
      '0.0.0.0',
      ['localhost', '192.0.2.1:4324', '[2001:db8::1]'],
      ['evil.example', 'app', '1.2.3.4.evil.example'],
    ],
  ])(
    'at %s answers only who names it, so that a stranger’s name that leads here reads nothing',
    async (host, names, others) => {
      const server = await serveMetrics(
        { metrics: { port: await freePort(), host, isGiven: true } },
        metrics,
        () => undefined,
      )
      if (!server) throw new Error('the port is not free')
      const { port } = server.address() as AddressInfo
      const statusOf = async (name: string) => [
        name,
        (await answer(port, '/metrics', 'GET', name)).status,
      ]
      expect(await Promise.all(names.map(statusOf))).toEqual(names.map((name) => [name, 200]))
      expect(await Promise.all(others.map(statusOf))).toEqual(others.map((name) => [name, 421]))
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  )

  test('is nowhere on the product’s own', async () => {
    for (const label of ['www', 'api', 'media'])
      expect(
        (
          await app.frontDoor(
            new Request(`http://x/metrics`, {
              headers: { Host: `${label}.adultcrush.localhost:4321`, 'X-Requested-With': 'x' },
            }),
            '203.0.113.7',
            async () => new Response('none', { status: 404 }),
          )
        ).status,
      ).toBe(404)
  })
})
