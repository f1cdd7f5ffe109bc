import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { migrate, openPostgres } from '../../src/db/connection.server.ts'
import { DEMO_PASSWORD, signIns } from '../../src/demo/cast.ts'
import { fillDemo } from '../../src/demo/network.server.ts'
import { servingEnvironment, servingFlags } from '../../src/process/serving.mjs'
import { startPostgres } from '../support/postgres.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { MEMBERS } from './network.ts'
import { table } from './report.ts'

/** Resident memory by the minute under mixed load; the server did not make the demo network. `MINUTES`: duration. */
const minutes = Number(process.env.MINUTES ?? 10)
const pages = ['/dashboard', '/search', '/messages', '/plist/viewedyou/1', '/profile/edit/managePhotos', '/billing/upgrade']
const calls = ['/event/tickers', '/message/index', '/location/places?country=DE&query=mun']

type Member = { brand: string; cookie: string }

function ask(
  server: RunningServer,
  label: string,
  brand: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<{ status: number; cookie: string }> {
  const host = `${label}.${brand}.localhost:${server.port}`
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port: server.port,
        path,
        method: body === undefined ? 'GET' : 'POST',
        headers: { Host: host, 'X-Requested-With': 'XMLHttpRequest', ...headers },
      },
      (response) => {
        response.resume()
        response.once('end', () => resolve({ status: response.statusCode ?? 0, cookie: String(response.headers['set-cookie']).split(';')[0] ?? '' }))
      },
    )
    asked.once('error', reject)
    asked.end(body)
  })
}

async function signIn(server: RunningServer, { username, brand }: (typeof signIns)[number]): Promise<Member> {
  const body = JSON.stringify({ login: username, password: DEMO_PASSWORD })
  const { status, cookie } = await ask(server, 'api', brand, '/site/signin', { Origin: server.origin(brand), 'Content-Type': 'application/json' }, body)
  if (status !== 200) throw new Error(`${username} cannot sign in: ${status}`)
  return { brand, cookie }
}

async function residentMemory(pid: number): Promise<number> {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/** One round of everything for each member; returns how many requests were not refused for their number. */
async function oneRound(server: RunningServer, members: readonly Member[]): Promise<number> {
  let answers = 0
  const answered = ({ status }: { status: number }, path: string) => {
    if (status === 200) answers += 1
    else if (status !== 429) throw new Error(`${path}: ${status}`)
  }
  for (const { brand, cookie } of members) {
    for (const path of pages) answered(await ask(server, 'www', brand, path, { Cookie: cookie, 'Accept-Encoding': 'br' }), path)
    for (const path of calls) answered(await ask(server, 'api', brand, path, { Cookie: cookie }), path)
  }
  return answers
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
    const members = await Promise.all(signIns.map((one) => signIn(server, one)))
    for (let minute = 1; minute <= minutes; minute += 1) {
      const end = Date.now() + 60_000
      let answers = 0
      while (Date.now() < end) {
        // Nobody is to be refused for the hurry of a measurement.
        await sql`delete from rate_limits`.execute(db)
        answers += await oneRound(server, members)
        await wait(1)
      }
      rows.push([String(minute), String(Math.round(await residentMemory(server.pid))), String(answers)])
    }
    table(['minute', 'MB', 'answers'], rows)
  } finally {
    await server.stop()
    await database.close()
  }
} finally {
  await postgres.stop()
}
