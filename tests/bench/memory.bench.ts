import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { openPostgres } from '../../src/db/connection.server.ts'
import { migrate } from '../../src/db/migrate.server.ts'
import { fillDemo } from '../../src/demo/network.server.ts'
import { servingEnvironment, servingFlags } from '../../src/process/serving.mjs'
import type { Viewer } from '../support/network.ts'
import { startPostgres } from '../support/postgres.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { MEMBERS, signedInMembers } from './network.ts'
import { residentMemory } from './processor-time.ts'
import { table } from './report.ts'

/** Resident memory by the minute under mixed load; the server did not make the demo network. `MINUTES`: duration. */
const minutes = Number(process.env.MINUTES ?? 10)
const pages = ['/dashboard', '/search', '/messages', '/plist/viewedyou/1', '/profile/edit/managePhotos', '/billing/upgrade']
const calls = ['/event/tickers', '/message/index', '/location/places?country=DE&query=mun']

/** Each is asked for everything about twice a minute, which is below every limit. */
const VIEWERS = 400

function ask(server: RunningServer, label: string, path: string, { brand, cookie }: Viewer, address: string): Promise<number> {
  const headers = { Host: `${label}.${brand}.localhost:${server.port}`, 'X-Requested-With': 'XMLHttpRequest', 'Accept-Encoding': 'br', Cookie: cookie }
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', localAddress: address, port: server.port, path, headers }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
    })
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

const postgres = await startPostgres()
try {
  const DATABASE_URL = await postgres.create('memory')
  const database = await openPostgres(DATABASE_URL, 1)
  const { db } = database
  await migrate(db)
  await fillDemo(db, { now: new Date(), members: MEMBERS })
  await sql`vacuum analyze`.execute(db)
  const server = await startServer({ DEMO: '1', DATABASE_URL, ...servingEnvironment }, servingFlags)
  try {
    const rows = [['0', String(Math.round(await residentMemory(server.pid))), '0']]
    const viewers = await signedInMembers(db, VIEWERS)
    let turn = 0
    for (let minute = 1; minute <= minutes; minute += 1) {
      const end = Date.now() + 60_000
      const before = turn
      for (; Date.now() < end && turn - before < 2 * VIEWERS; turn += 1) {
        // Limits by address count per household: each member has one on the loopback network.
        await askForAll(server, viewers[turn % VIEWERS] as Viewer, `127.0.1.${1 + (turn % 250)}`)
      }
      await wait(Math.max(0, end - Date.now()))
      rows.push([String(minute), String(Math.round(await residentMemory(server.pid))), String((turn - before) * (pages.length + calls.length))])
    }
    table(['minute', 'MB', 'answers'], rows)
  } finally {
    await server.stop()
    await database.close()
  }
} finally {
  await postgres.stop()
}
