import { Agent, request } from 'node:http'
import { sql } from 'kysely'
import { openPostgres } from '#db/connection.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { fillDemo } from '#demo/network.server.ts'
import { servingEnvironment, servingFlags } from '#process/serving.mjs'
import type { Viewer } from '../support/network.ts'
import { startPostgres } from '../support/postgres.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { record } from './figures.ts'
import { MEMBERS, openMembers, signedInMembers } from './network.ts'
import { processorTime } from './processor-time.ts'
import { judged, table } from './report.ts'

/**
 * Processor time of server and database for pages and calls over HTTP: PostgreSQL, 50,000 members
 * (`MEMBERS`), warm.
 */
const WARM_UP = 8
const ROUNDS = 4
const RUNS = 50

type Asked = { name: string; target: number; label: 'www' | 'api'; path(turn: number): string }

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

function ask(
  server: RunningServer,
  { label, path }: Asked,
  { brand, cookie }: Viewer,
  turn: number,
): Promise<void> {
  const headers = {
    Host: `${label}.${brand}.localhost:${server.port}`,
    Cookie: cookie,
    'Accept-Encoding': 'br',
    ...(label === 'api' ? { 'X-Requested-With': 'XMLHttpRequest' } : {}),
  }
  return new Promise((resolve, reject) => {
    const asked = request(
      { agent, host: '127.0.0.1', port: server.port, path: path(turn), headers },
      (response) => {
        response.resume()
        response.once('end', () =>
          response.statusCode === 200
            ? resolve()
            : reject(new Error(`${path(turn)}: ${response.statusCode}`)),
        )
      },
    )
    asked.once('error', reject)
    asked.end()
  })
}

const postgres = await startPostgres()
try {
  const DATABASE_URL = await postgres.create('bench')
  const database = await openPostgres(DATABASE_URL, 1)
  const { db } = database
  await migrate(db)
  await fillDemo(db, { now: new Date(), members: MEMBERS })
  const viewers = await signedInMembers(db, 50)
  const shown = await openMembers(db)
    .innerJoin('profiles', 'profiles.account_id', 'accounts.id')
    .where('profiles.hidden_at', 'is', null)
    .where(sql<boolean>`shown_on_other_brands`)
    .where('accounts.staff_since', 'is', null)
    .where('accounts.deleted_at', 'is', null)
    .offset(100)
    .limit(400)
    .execute()
  await sql`vacuum analyze`.execute(db)
  const profile = (turn: number) => `/profile/view/id/${shown[(turn * 7) % shown.length]?.id}`
  const all: Asked[] = [
    { name: 'dashboard', target: 10, label: 'www', path: () => '/dashboard' },
    { name: 'search', target: 9, label: 'www', path: () => '/search' },
    { name: 'profile', target: 6, label: 'www', path: profile },
    { name: 'messages', target: 5, label: 'www', path: () => '/messages' },
    { name: 'call: search', target: 5, label: 'api', path: () => '/search/users' },
    { name: 'call: profile', target: 2.5, label: 'api', path: profile },
    { name: 'call: inbox', target: 2, label: 'api', path: () => '/message/index' },
    { name: 'call: tickers', target: 1, label: 'api', path: () => '/event/tickers' },
    { name: 'call: credits', target: 0.8, label: 'api', path: () => '/profile/currentCreditsInfo' },
  ]
  const server = await startServer({ DATABASE_URL, ...servingEnvironment }, servingFlags)
  try {
    const costs = new Map(all.map(({ name }) => [name, { app: 0, database: 0 }]))
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      for (const one of all) {
        await sql`with limits as (delete from rate_limits) delete from people_seen`.execute(db)
        const before = await processorTime(db, server.pid)
        for (let turn = 0; turn < RUNS; turn += 1)
          await ask(server, one, viewers[turn % viewers.length] as Viewer, turn)
        const after = await processorTime(db, server.pid)
        const cost = costs.get(one.name)
        // The first round warms up.
        if (!cost || round < 0) continue
        cost.app += after.app - before.app
        cost.database += after.database - before.database
      }
    }
    const each = ROUNDS * RUNS
    const rows = all.map(({ name, target }) => {
      const { app = 0, database: backends = 0 } = costs.get(name) ?? {}
      const both = (app + backends) / each
      record(
        `processor time of server and database: ${name}`,
        Number(both.toFixed(1)),
        'ms',
        target,
      )
      return [
        name,
        (app / each).toFixed(1),
        (backends / each).toFixed(1),
        both.toFixed(1),
        judged(target, both <= target),
      ]
    })
    table(['ms of processor time', 'app', 'database', 'both', 'target'], rows)
  } finally {
    agent.destroy()
    await server.stop()
    await database.close()
  }
} finally {
  await postgres.stop()
}
