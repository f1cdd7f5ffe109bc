import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CompiledQuery, Updateable } from 'kysely'
import { afterAll, beforeAll, expect, inject, vi } from 'vitest'
import { CallError, type Client, createClient } from '#api/client.ts'
import type { Answer, Endpoint, Given, GivenWithFiles } from '#api/contract.ts'
import { createLog } from '#api/log.server.ts'
import { type App, createApp } from '#app.server.ts'
import {
  type Db,
  type OpenDatabase,
  openPglite,
  openPostgres,
  type Trx,
} from '#db/connection.server.ts'
import type { Database } from '#db/schema.ts'
import type { Render } from '#front-door/visit.server.ts'
import type { Job } from '#jobs/worker.server.ts'
import { type Clock, MINUTE } from '#lib/clock.ts'
import { during, presentWork, type Work } from '#lib/present-work.server.ts'
import { withSecrets } from '#process/secrets.server.ts'
import { readSettings } from '#settings.ts'
import { apiHostFor } from '#sites/hosts.ts'
import { assertDocumented } from './documented.ts'
import { copyOfTemplate, dropCopy } from './template.ts'

type TestClock = Clock & { advance(milliseconds: number): void }

export type TestApp = App & {
  clock: TestClock
  db: Db
  transaction<T>(run: (trx: Trx) => Promise<T>): Promise<T>
  dataDir: string
  logged: string[]
  visitor(brand: string, options?: { tier?: 'www' | 'members' | 'staging'; ip?: string }): Visitor
}

type CallOptions = Parameters<Client['send']>[2]

export type Visitor = Client & {
  host: string
  cookies: Map<string, string>
  /** Sends to the endpoint of a contract, which says the route. */
  calls<E extends Endpoint>(
    endpoint: E,
    ...given: object extends Given<E>
      ? [given?: object, options?: CallOptions]
      : [given: Given<E> | GivenWithFiles<E>, options?: CallOptions]
  ): Promise<Answer<E>>
  /**
   * A raw request to the API host with the headers that our pages send; `headers: { name: undefined
   * }` removes one.
   */
  request(
    path: string,
    init?: Omit<RequestInit, 'headers'> & { headers?: Record<string, string | undefined> },
  ): Promise<Response>
  /** A raw request that posts JSON. */
  posts(path: string, body: unknown): Promise<Response>
  /** A raw request to the page host through the front door; pages return `page:<path>`. */
  visit(path: string, init?: RequestInit): Promise<Response>
}

/** Secret for signing and encryption in tests without their own. */
const TEST_SECRET = 'a secret of the tests, which nothing else uses'
/** A busy machine is slow, which says nothing of what is tested. */
const patient = { SLOW_AFTER: '600000' }
const START = Date.UTC(2026, 10, 20, 12, 0, 0)

/**
 * Starts the whole product on a separate database: PGlite or PostgreSQL, depending on the test
 * project.
 */
export async function startApp(
  env: Record<string, string> = {},
  given?: OpenDatabase,
): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'app-data-'))
  const database = given ?? (await openTestDatabase())
  const settings = await withSecrets(
    readSettings({ DATA_DIR: dataDir, DEMO: '0', SESSION_SECRET: TEST_SECRET, ...patient, ...env }),
    database,
  )
  let time = START
  const clock: TestClock = { now: () => new Date(time), advance: (by) => void (time += by) }
  const logged: string[] = []
  const log = createLog('info', { write: (line: string) => void logged.push(line) })
  const app = await createApp({ settings, database, clock, log })
  const visitor: TestApp['visitor'] = (brand, { tier = 'www', ip = '203.0.113.7' } = {}) => {
    const host = `${tier}.${brand}.localhost:4321`
    const cookies = new Map<string, string>()
    async function go(url: string, init: RequestInit, headers: Headers): Promise<Response> {
      if (cookies.size > 0)
        headers.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
      headers.set('Host', new URL(url).host)
      if (init.body instanceof FormData) {
        // Browsers send form data encoded and with Content-Length.
        const encoded = new Response(init.body)
        const bytes = await encoded.arrayBuffer()
        headers.set('Content-Type', encoded.headers.get('Content-Type') ?? '')
        headers.set('Content-Length', String(bytes.byteLength))
        init = { ...init, body: bytes }
      }
      const render: Render = async (_, path) =>
        new Response(`page:${path}`, { headers: { 'Content-Type': 'text/html' } })
      const response = await app.frontDoor(
        new Request(url, { redirect: 'manual', ...init, headers }),
        ip,
        render,
      )
      await assertDocumented(
        app.api.endpoints,
        init.method ?? 'GET',
        new URL(url).pathname,
        response,
      )
      for (const cookie of response.headers.getSetCookie()) keep(cookies, cookie)
      return response
    }
    const request: Visitor['request'] = (path, init = {}) => {
      const headers = new Headers({
        'X-Requested-With': 'XMLHttpRequest',
        Origin: `http://${host}`,
      })
      for (const [name, value] of Object.entries(init.headers ?? {})) {
        if (value === undefined) headers.delete(name)
        else headers.set(name, value)
      }
      return go(`http://${apiHostFor(host)}${path}`, init as RequestInit, headers)
    }
    const client = createClient((path, init) => request(path, init))
    return {
      ...client,
      host,
      cookies,
      request,
      posts: (path, body) =>
        request(path, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        }),
      calls: ({ method, path }, given = {}, options = {}) =>
        client.send(`${method.toUpperCase()} ${path}` as never, given as never, options),
      visit: (path, init = {}) => go(`http://${host}${path}`, init, new Headers(init.headers)),
    }
  }
  return {
    ...app,
    clock,
    db: app.services.db,
    transaction: (run) => app.services.db.transaction().execute(run),
    dataDir,
    logged,
    visitor,
    async close() {
      await app.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Resolves when this process has heard all that was notified before; on PostgreSQL with the next
 * heartbeat.
 */
export async function everythingHeard({ services: { database } }: App): Promise<void> {
  const from = performance.now()
  await vi.waitFor(() => expect(database.heardUntil()).toBeGreaterThan(from), { interval: 20 })
}

export let app: TestApp

/** One app for all tests of the file, which is `app` meanwhile. */
export function withApp(env?: Record<string, string>): void {
  beforeAll(async () => {
    app = await startApp(env)
  })
  afterAll(() => app.close())
}

/** The error of a call that was refused, or null; rethrows any other. */
export function refusedWith(call: Promise<unknown>): Promise<CallError | null> {
  return call.then(
    () => null,
    (error: unknown) => (error instanceof CallError ? error : Promise.reject(error)),
  )
}

/** What a call is refused with whose time is over, in these words. */
export const conflict = (words: RegExp) => ({
  code: 'conflict',
  message: expect.stringMatching(words) as string,
})

type Known = { id: number }

/** What no call says or changes of somebody. */
export const accountOf = ({ services }: TestApp, { id }: Known) =>
  services.db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const setsAccount = (
  { services }: TestApp,
  { id }: Known,
  row: Updateable<Database['accounts']>,
) => services.db.updateTable('accounts').set(row).where('id', '=', id).execute()

export const setsProfile = (
  { services }: TestApp,
  { id }: Known,
  row: Updateable<Database['profiles']>,
) => services.db.updateTable('profiles').set(row).where('account_id', '=', id).execute()

/** Once, to its end. */
export function runJob({ services }: Pick<App, 'services'>, job: Job): Promise<void> {
  return job.start(services).run(new AbortController().signal)
}

/**
 * What `run` asks the database outside of transactions; what the app asks by itself meanwhile is
 * not among it.
 */
export async function statementsOf(
  { services: { db } }: App,
  run: () => Promise<unknown>,
): Promise<string[]> {
  const work: Work = { job: 'whose statements are counted' }
  const statements: string[] = []
  const executor = db.getExecutor()
  const ask = executor.executeQuery.bind(executor)
  const spy = vi.spyOn(executor, 'executeQuery').mockImplementation((query, options) => {
    if (presentWork() === work) statements.push(query.sql)
    return ask(query as CompiledQuery<never>, options)
  })
  await during(work, run).finally(() => spy.mockRestore())
  return statements
}

/** Read once for all files of a process. */
let dump: Promise<Blob> | undefined

async function openTestDatabase(): Promise<OpenDatabase> {
  if (process.env['TEST_DATABASE'] === 'postgres') {
    // On a machine with other work 200 calls at once wait longer for their turn than a member would
    // be let wait. Twenty heartbeats a second would take a fortieth of a processor, for each app.
    const address = await copyOfTemplate(
      inject('postgresUrl'),
      `t_${randomUUID().replaceAll('-', '')}`,
    )
    const database = await openPostgres(address, undefined, { patience: MINUTE, heartbeat: 250 })
    return { ...database, close: () => database.close().then(() => dropCopy(address)) }
  }
  dump ??= readFile(inject('pgliteDump')).then((bytes) => new Blob([bytes]))
  return openPglite(null, await dump)
}

function keep(cookies: Map<string, string>, header: string): void {
  const [pair = '', ...attributes] = header.split(';')
  const at = pair.indexOf('=')
  const name = pair.slice(0, at).trim()
  if (attributes.some((attribute) => attribute.trim().toLowerCase() === 'max-age=0'))
    cookies.delete(name)
  else cookies.set(name, pair.slice(at + 1))
}
