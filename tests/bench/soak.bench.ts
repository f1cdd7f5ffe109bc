import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { startSession } from '#api/sessions.sql.ts'
import { type Db, openPostgres } from '#db/connection.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { fillDemo } from '#demo/network.server.ts'
import { servingEnvironment, servingFlags } from '#process/serving.mjs'
import { type DirectClient, directClient } from '../support/direct-client.ts'
import type { Viewer } from '../support/network.ts'
import { startPostgres } from '../support/postgres.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { record } from './figures.ts'
import { MEMBERS, signedInMembers } from './network.ts'
import { processorTime, residentMemory } from './processor-time.ts'
import { judged, median, table } from './report.ts'

/**
 * What members and staff do, at full speed, two at a time, for MINUTES (10): PostgreSQL, 50,000
 * members (`MEMBERS`). No answer is a fault, nothing is written to the log, no statement is long.
 */
const minutes = Number(process.env['MINUTES'] ?? 10)
const VIEWERS = 300
const AT_ONCE = 2
/** Milliseconds. */
const aims = { statement: 200, p99: 250 } as const

type Act = {
  label: 'www' | 'api'
  path(turn: number): string
  body?(turn: number): Record<string, unknown>
}
/** Numbers of the first accounts are in use on every brand: some see them, some are told no. */
const other = (turn: number) => 1 + ((turn * 7919) % MEMBERS)
const page = (path: string): Act => ({ label: 'www', path: () => path })
const read = (path: string): Act => ({ label: 'api', path: () => path })
const acts: readonly Act[] = [
  page('/dashboard'),
  page('/search'),
  { label: 'www', path: (turn) => `/profile/view/id/${other(turn)}` },
  page('/messages'),
  page('/plist/viewedyou/1'),
  page('/profile/edit/managePhotos'),
  page('/profile/edit/settings'),
  page('/billing/upgrade'),
  page('/help'),
  read('/event/tickers'),
  read('/event/tickers'),
  read('/message/index'),
  read('/search/users'),
  read('/profile/currentCreditsInfo'),
  {
    label: 'api',
    path: () => '/message/chatMessages',
    body: (turn) => ({ id: other(turn), body: `A word ${randomUUID()}` }),
  },
  { label: 'api', path: () => '/match/like', body: (turn) => ({ id: other(turn) }) },
]
const atDesk: readonly Act[] = [
  '/staff',
  '/staff/pictures',
  '/staff/cases',
  '/staff/tickets',
  '/staff/members?find=ali',
  '/staff/board?days=30',
].map(page)

/** What the product answers where it works: a page, a refusal in words, or too many requests. */
const isRight = (status: number) => status >= 200 && status < 500

const postgres = await startPostgres()
try {
  const DATABASE_URL = await postgres.create('soak')
  const database = await openPostgres(DATABASE_URL, 1)
  const { db } = database
  await migrate(db)
  await fillDemo(db, { now: new Date(), members: MEMBERS })
  await sql`vacuum analyze`.execute(db)
  const server = await startServer(
    { DEMO: '1', DATABASE_URL, TRUST_PROXY: 'loopback', SLOW_AFTER: '2000', ...servingEnvironment },
    servingFlags,
  )
  try {
    await soak(db, server, await signedInMembers(db, VIEWERS), await atStaff(db))
  } finally {
    await server.stop()
    await database.close()
  }
} finally {
  await postgres.stop()
}

async function atStaff(db: Db): Promise<Viewer> {
  const at = new Date()
  const { id, brand } = await db
    .selectFrom('accounts')
    .select(['id', 'brand'])
    .where('username', '=', 'eve')
    .executeTakeFirstOrThrow()
  const session = { accountId: id, brand, device: 'bench', at, replaces: null, secondFactorAt: at }
  return { id, brand, cookie: `session=${await startSession(db, session)}` }
}

async function soak(
  db: Db,
  server: RunningServer,
  viewers: readonly Viewer[],
  staff: Viewer,
): Promise<void> {
  const client = directClient(server.port)
  const end = Date.now() + minutes * 60_000
  const times: number[] = []
  const statuses = new Map<number, number>()
  const memory = [await residentMemory(server.pid)]
  let longest = 0
  const chunks = server.output.length
  const before = await processorTime(db, server.pid)
  let turn = 0
  const people = Array.from({ length: AT_ONCE }, async () => {
    while (Date.now() < end) {
      turn += 1
      const isStaff = turn % 20 === 0
      const viewer = isStaff ? staff : (viewers[turn % viewers.length] as Viewer)
      const act = isStaff
        ? (atDesk[(turn / 20) % atDesk.length] as Act)
        : (acts[Math.floor(turn / viewers.length + turn) % acts.length] as Act)
      const { status, milliseconds } = await ask(client, server, { viewer, act, turn })
      times.push(milliseconds)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (!isRight(status)) process.stderr.write(`${act.path(turn)}: ${status}\n`)
    }
  })
  const watching = setInterval(() => void watch(), 1000)
  const everyMinute = setInterval(() => void remember(), 60_000)
  const watch = async () => {
    const { rows } = await sql<{ ms: number; query: string }>`
      select extract(epoch from clock_timestamp() - query_start)::float8 * 1000 as ms, query
      from pg_stat_activity where state = 'active' and backend_type = 'client backend'
        and pid <> pg_backend_pid() order by 1 desc limit 1`.execute(db)
    const [slowest] = rows
    if (slowest && slowest.ms > aims.statement)
      process.stderr.write(`${Math.round(slowest.ms)} ms: ${slowest.query.slice(0, 300)}\n`)
    longest = Math.max(longest, slowest?.ms ?? 0)
  }
  const remember = async () => void memory.push(await residentMemory(server.pid))
  await Promise.all(people)
  clearInterval(watching)
  clearInterval(everyMinute)
  const after = await processorTime(db, server.pid)
  client.close()
  const sorted = times.toSorted((a, b) => a - b)
  const faults = [...statuses].reduce(
    (all, [status, count]) => all + (isRight(status) ? 0 : count),
    0,
  )
  // Staff of this network decide nothing, which is told of what is due soon.
  const said = server.output
    .slice(chunks)
    .join('')
    .split('\n')
    .filter((line) => line !== '' && !line.includes('"job":"deadlines"'))
  if (said.length > 0) process.stderr.write(`${said.slice(0, 20).join('\n')}\n`)
  const p99 = Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0)
  const each = (spent: number) => Number((spent / times.length).toFixed(2))
  const rows: Array<[string, number, string, number?]> = [
    ['answers', times.length, 'answers'],
    ['faults of the server', faults, 'answers', 0],
    ['lines in the log', said.length, 'lines', 0],
    ['processor time of an answer, application', each(after.app - before.app), 'ms'],
    ['processor time of an answer, database', each(after.database - before.database), 'ms'],
    ['until the answer, median', Math.round(median(times)), 'ms'],
    ['until the answer, 99 of 100', p99, 'ms', aims.p99],
    ['until the answer, slowest', Math.round(sorted.at(-1) ?? 0), 'ms'],
    ['longest statement seen', Math.round(longest), 'ms', aims.statement],
    ['memory at start', Math.round(memory[0] ?? 0), 'MB'],
    ['memory at half time', Math.round(memory[Math.floor(memory.length / 2)] ?? 0), 'MB'],
    ['memory at the end', Math.round(await residentMemory(server.pid)), 'MB'],
  ]
  for (const [what, figure, unit, aim] of rows) record(what, figure, unit, aim)
  table(
    ['what', 'figure', 'unit'],
    rows.map(([what, figure, unit, aim]) => [
      what,
      judged(figure, aim === undefined || figure <= aim),
      unit,
    ]),
  )
  process.stdout.write(
    `${[...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}\n`,
  )
}

function ask(
  client: DirectClient,
  server: RunningServer,
  { viewer: { id, brand, cookie }, act, turn }: { viewer: Viewer; act: Act; turn: number },
) {
  const body = act.body?.(turn)
  return client.ask({
    host: `${act.label}.${brand}.localhost:${server.port}`,
    path: act.path(turn),
    // Limits by address count per household: each member has one.
    address: `198.51.${100 + Math.floor((id % 500) / 250)}.${1 + (id % 250)}`,
    method: body ? 'POST' : 'GET',
    headers: {
      Cookie: cookie,
      'Accept-Encoding': 'br',
      ...(act.label === 'api'
        ? { 'X-Requested-With': 'XMLHttpRequest', Origin: server.origin(brand) }
        : {}),
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}
