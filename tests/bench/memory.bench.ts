import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { openPglite, openPostgres } from '#db/connection.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { DEMO_PASSWORD } from '#demo/cast.ts'
import { fillDemo } from '#demo/network.server.ts'
import { servingEnvironment, servingFlags } from '#process/serving.mjs'
import type { Viewer } from '../support/network.ts'
import { startPostgres } from '../support/postgres.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { record } from './figures.ts'
import { MEMBERS, openMembers, signedInMembers } from './network.ts'
import { residentMemory } from './processor-time.ts'
import { judged, table } from './report.ts'

/**
 * Resident memory by the minute under mixed load, for MINUTES (10). On PostgreSQL the server did
 * not make the demo network; TEST_DATABASE=pglite measures the demo as `npm start` serves it, by
 * the process that made it.
 */
const minutes = Number(process.env['MINUTES'] ?? 10)
const isPglite = process.env['TEST_DATABASE'] === 'pglite'
/** In megabytes, at the end. */
const aim = isPglite ? 500 : 250
const pages = [
  '/dashboard',
  '/search',
  '/messages',
  '/plist/viewedyou/1',
  '/profile/edit/managePhotos',
  '/billing/upgrade',
]
const calls = ['/event/tickers', '/message/index', '/location/places?country=DE&query=mun']

/** Each is asked for everything about twice a minute, which is below every limit. */
const VIEWERS = 400

function ask(
  server: RunningServer,
  label: string,
  path: string,
  { brand, cookie }: Viewer,
  address: string,
): Promise<number> {
  const headers = {
    Host: `${label}.${brand}.localhost:${server.port}`,
    'X-Requested-With': 'XMLHttpRequest',
    'Accept-Encoding': 'br',
    Cookie: cookie,
  }
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', localAddress: address, port: server.port, path, headers },
      (response) => {
        response.resume()
        response.once('end', () => resolve(response.statusCode ?? 0))
      },
    )
    asked.once('error', reject)
    asked.end()
  })
}

async function askForAll(server: RunningServer, viewer: Viewer, address: string): Promise<void> {
  for (const [label, paths] of [
    ['www', pages],
    ['api', calls],
  ] as const) {
    for (const path of paths) {
      const status = await ask(server, label, path, viewer, address)
      if (status !== 200) throw new Error(`${path}: ${status}`)
    }
  }
}

/** Limits by address count per household: each member has one on the loopback network. */
const addressOf = (turn: number) => `127.0.1.${1 + (turn % 250)}`

async function measure(server: RunningServer, viewers: readonly Viewer[]): Promise<void> {
  const megabytes = async () => Math.round(await residentMemory(server.pid))
  const rows = [['0', String(await megabytes()), '0', '']]
  let turn = 0
  for (let minute = 1; minute <= minutes; minute += 1) {
    const end = Date.now() + 60_000
    const before = turn
    for (; Date.now() < end && turn - before < 2 * VIEWERS; turn += 1)
      await askForAll(server, viewers[turn % viewers.length] as Viewer, addressOf(turn))
    await wait(Math.max(0, end - Date.now()))
    const used = await megabytes()
    rows.push([
      String(minute),
      String(used),
      String((turn - before) * (pages.length + calls.length)),
      minute < minutes ? '' : judged(aim, used <= aim),
    ])
  }
  record('resident memory at start', Number(rows[0]?.[1]), 'MB')
  record(`resident memory after ${minutes} minutes`, Number(rows.at(-1)?.[1]), 'MB', aim)
  table(['minute', 'MB', 'answers', 'aim'], rows)
}

async function onPostgres(): Promise<void> {
  const postgres = await startPostgres()
  try {
    const DATABASE_URL = await postgres.create('memory')
    const database = await openPostgres(DATABASE_URL, 1)
    const { db } = database
    await migrate(db)
    await fillDemo(db, { now: new Date(), members: MEMBERS })
    await sql`vacuum analyze`.execute(db)
    const server = await startServer(
      { DEMO: '1', DATABASE_URL, ...servingEnvironment },
      servingFlags,
    )
    try {
      await measure(server, await signedInMembers(db, VIEWERS))
    } finally {
      await server.stop()
      await database.close()
    }
  } finally {
    await postgres.stop()
  }
}

/**
 * The server alone opens its PGlite: members sign in as people do, by names of the same network
 * made once more.
 */
async function onPglite(): Promise<void> {
  const server = await startServer(
    { DEMO: '1', DATABASE_URL: '', ...servingEnvironment },
    servingFlags,
  )
  try {
    const viewers: Viewer[] = []
    for (const member of await demoMembers())
      viewers.push({ ...member, cookie: await signIn(server, member, addressOf(viewers.length)) })
    await measure(server, viewers)
  } finally {
    await server.stop()
  }
}

async function demoMembers() {
  const database = await openPglite(null)
  await migrate(database.db)
  await fillDemo(database.db, { now: new Date() })
  const members = await openMembers(database.db)
    .select('accounts.username')
    .where('accounts.staff_since', 'is', null)
    .where('accounts.deleted_at', 'is', null)
    .limit(VIEWERS)
    .execute()
  await database.close()
  return members
}

function signIn(
  server: RunningServer,
  { username, brand }: { username: string; brand: string },
  address: string,
): Promise<string> {
  const headers = {
    Host: `api.${brand}.localhost:${server.port}`,
    Origin: server.origin(brand),
    'X-Requested-With': 'XMLHttpRequest',
    'Content-Type': 'application/json',
  }
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        localAddress: address,
        port: server.port,
        path: '/site/signin',
        method: 'POST',
        headers,
      },
      (response) => {
        response.resume()
        const session = response.headers['set-cookie']
          ?.find((cookie) => cookie.startsWith('session='))
          ?.split(';')[0]
        if (session === undefined)
          reject(new Error(`${username} is not signed in: ${response.statusCode}`))
        else resolve(session)
      },
    )
    asked.once('error', reject)
    asked.end(JSON.stringify({ login: username, password: DEMO_PASSWORD }))
  })
}

await (isPglite ? onPglite() : onPostgres())
