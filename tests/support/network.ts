import { sql } from 'kysely'
import pino from 'pino'
import { startSession } from '#api/sessions.sql.ts'
import { type App, createApp } from '#app.server.ts'
import type { Db, OpenDatabase } from '#db/connection.server.ts'
import { withSecrets } from '#process/secrets.server.ts'
import { readSettings } from '#settings.ts'

export type Viewer = { id: number; brand: string; cookie: string }

/** A database with many members behind the front door, with a fixed clock. */
export type Network = {
  app: App
  db: Db
  now: Date
  /**
   * Sends a request to the API through the front door. A 429 response resets the rate limits
   * instead of throwing.
   */
  call(viewer: Viewer, route: string, body?: unknown): Promise<string>
  close(): Promise<void>
}

export async function openNetwork(
  database: OpenDatabase,
  now: Date,
  dataDir?: string,
  s3Url: string | null = null,
): Promise<Network> {
  const { db } = database
  const places = {
    ...(dataDir === undefined ? {} : { DATA_DIR: dataDir }),
    ...(s3Url === null ? {} : { S3_URL: s3Url }),
  }
  const settings = await withSecrets(readSettings({ DEMO: '0', ...places }), database)
  const app = await createApp({
    settings,
    database,
    clock: { now: () => now },
    log: pino({ level: 'silent' }),
  })

  return {
    app,
    db,
    now,
    async call({ brand, cookie }, route, body) {
      const [method = 'GET', path = '/'] = route.split(' ')
      const host = `api.${brand}.localhost:4321`
      const headers = {
        Host: host,
        Cookie: cookie,
        Origin: `http://www.${brand}.localhost:4321`,
        'X-Requested-With': 'XMLHttpRequest',
      }
      const request = new Request(`http://${host}${path}`, {
        method,
        headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const response = await app.frontDoor(request, '203.0.113.9', () =>
        Promise.reject(new Error('no pages here')),
      )
      const text = await response.text()
      if (response.status === 429)
        await sql`with forgiven as (delete from rate_limits) delete from people_seen`.execute(db)
      else if (!response.ok) throw new Error(`${route}: ${response.status} ${text}`)
      return text
    },
    close: () => app.close(),
  }
}

export async function signIn(
  { db, now }: Pick<Network, 'db' | 'now'>,
  members: ReadonlyArray<{ id: number; brand: string }>,
  proofs: { secondFactorAt?: Date } = {},
): Promise<Viewer[]> {
  return Promise.all(
    members.map(async ({ id, brand }) => {
      const token = await startSession(db, {
        accountId: id,
        brand,
        device: 'bench',
        at: now,
        replaces: null,
        ...proofs,
      })
      return { id, brand, cookie: `session=${token}` }
    }),
  )
}
