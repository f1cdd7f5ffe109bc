import { sql } from 'kysely'
import pino from 'pino'
import { startSession } from '../../src/api/session.server.ts'
import { type App, createApp } from '../../src/app.server.ts'
import { type Db, migrate, openPostgres } from '../../src/db/connection.server.ts'
import { fillDemo } from '../../src/db/demo/network.server.ts'
import { withSecrets } from '../../src/secrets.server.ts'
import { readSettings } from '../../src/settings.ts'
import { startPostgres } from '../support/postgres.ts'

export const MEMBERS = Number(process.env['MEMBERS'] ?? 50_000)

/** A member with a session, as a browser would bring it. */
export type Viewer = { id: number; brand: string; cookie: string }

/** The demo network on a PostgreSQL of its own, named `bench`, behind the front door. */
export type Network = {
  app: App
  db: Db
  now: Date
  /** The database's address, for connections that are set up otherwise. */
  url: string
  /** One request to the API through the front door; what is refused for being too often is forgiven and does not count. */
  call(viewer: Viewer, route: string, body?: unknown): Promise<string>
  close(): Promise<void>
}

export async function startNetwork(): Promise<Network> {
  const postgres = await startPostgres()
  const url = await postgres.create('bench')
  const database = await openPostgres(url, 2)
  const { db } = database
  await migrate(db)
  const now = new Date()
  await fillDemo(db, { now, members: MEMBERS })
  await sql`vacuum analyze`.execute(db)
  const settings = await withSecrets(readSettings({ DEMO: '0' }), database)
  const app = await createApp({ settings, database, clock: { now: () => now }, log: pino({ level: 'silent' }) })

  return {
    app,
    db,
    now,
    url,
    async call({ brand, cookie }, route, body) {
      const [method = 'GET', path = '/'] = route.split(' ')
      const host = `api.${brand}.localhost:4321`
      const headers = { Host: host, Cookie: cookie, Origin: `http://www.${brand}.localhost:4321`, 'X-Requested-With': 'XMLHttpRequest' }
      const request = new Request(`http://${host}${path}`, {
        method,
        headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const response = await app.frontDoor(request, '203.0.113.9', () => Promise.reject(new Error('no pages here')))
      const text = await response.text()
      if (response.status === 429) await sql`with forgiven as (delete from rate_limits) delete from people_seen`.execute(db)
      else if (!response.ok) throw new Error(`${route}: ${response.status} ${text}`)
      return text
    },
    async close() {
      await app.close()
      await postgres.stop()
    },
  }
}

/** Signs members in on their home brands. */
export async function signIn({ db, now }: Network, members: ReadonlyArray<{ id: number; brand: string }>): Promise<Viewer[]> {
  return Promise.all(
    members.map(async ({ id, brand }) => {
      const token = await startSession(db, { accountId: id, brand, device: 'bench', at: now, replaces: null })
      return { id, brand, cookie: `session=${token}` }
    }),
  )
}

/** Members who may do everything that is not paid for, spread over the network. */
export function openMembers(db: Db) {
  return db
    .selectFrom('accounts')
    .select(['accounts.id', 'accounts.brand'])
    .where('accounts.banned_at', 'is', null)
    .where(sql<boolean>`not exists (select from onboarding_steps where account_id = accounts.id and done_at is null)`)
    .orderBy(sql`hashint8(accounts.id)`)
}
