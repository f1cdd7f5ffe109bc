import { join } from 'node:path'
import { Kysely, PGliteDialect, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { MINUTE, SECOND } from '../lib/clock.ts'
import { lockDirectory } from '../lib/lock.server.ts'
import { type Announcement, announcing, createAnnouncer } from './announcements.server.ts'
import { bounded } from './bounded.server.ts'
import { hearOwnChanges, notify, openListener } from './listener.server.ts'
import { migratingInTurn } from './migration-lock.server.ts'
import { preparing } from './prepared.server.ts'
import { readingFrom } from './replica.server.ts'
import type { Database } from './schema.ts'
import { type StatementWatch, watchStatements } from './statement-watch.server.ts'

export type Db = Kysely<Database>
export type Trx = Transaction<Database>

export type OpenDatabase = {
  kind: 'pglite' | 'postgres'
  db: Db
  /**
   * A connection for background jobs: PostgreSQL cancels a statement after STATEMENT_LIMIT; PGlite
   * cannot.
   */
  backgroundDb: Db
  /**
   * What this process writes itself is heard before its statement is answered; `missed` says that
   * the connection broke.
   */
  listen(
    channel: string,
    heard: (payload: string) => void,
    missed?: () => void,
  ): Promise<() => Promise<void>>
  /** Everything that was committed before this moment (of performance.now) has been heard. */
  heardUntil(): number
  /**
   * Reads lists from a standby that has all that was acknowledged until now, else from the primary.
   */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>
  reportSlow: StatementWatch['reportSlow']
  /** Null where there is one connection alone. */
  connections(): Connections | null
  /** All of a PGlite at one moment, as a tar; null for PostgreSQL, which has tools of its own. */
  dump: (() => Promise<Blob>) | null
  close(): Promise<void>
}

type Connections = { most: number; open: number; idle: number; waiting: number }

/**
 * Well above the duration of a job's batch, and less than half of the drain timeout
 * (process/drain.server.ts).
 */
const STATEMENT_LIMIT = 4 * SECOND
/**
 * A connection keeps its prepared statements: ten seconds, the default, is less than a pause
 * between two visits.
 */
const IDLE_CONNECTION = 10 * MINUTE
const INT8 = 20
const DATE = 1082

/**
 * One plan for each statement, made without its values: planning took longer than many of our
 * statements run. The statements are written for it, and tests/architecture/statements.test.ts
 * looks at that plan of each.
 */
async function keepPlans(client: pg.ClientBase): Promise<void> {
  await client.query(
    'set plan_cache_mode = force_generic_plan; set jit = off; set client_min_messages = notice',
  )
}

type Ways = {
  /**
   * For what needs a session: listening, and the lock of the migrations. Differs from `url` where
   * that leads to a pooler.
   */
  directUrl?: string | null
  /**
   * Whether statements are prepared; a pooler that gives each transaction another connection would
   * not find them again.
   */
  isPreparing?: boolean
  /** A standby, from which lists are read. */
  replicaUrl?: string | null
  /** Milliseconds after which a statement is refused for which no connection is free. */
  patience?: number
  /** Milliseconds between two looks at whether everything was heard. */
  heartbeat?: number
}

type PoolOf = { size: number; isPreparing: boolean; patience: number }

function openPool(url: string, { size, isPreparing, patience }: PoolOf): pg.Pool {
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8, Number)
  types.setTypeParser(DATE, String)
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    types,
    connectionTimeoutMillis: patience,
    idleTimeoutMillis: IDLE_CONNECTION,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, other than its types say
    onConnect: isPreparing ? keepPlans : async () => undefined,
  })
  // The pool replaces a broken idle connection at the next query; without a listener the error
  // would end the process.
  pool.on('error', () => undefined)
  // Nor does it listen to a connection in use: one that is cut between two statements of a
  // transaction would end the process. The next statement on it fails, and the pool discards it.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

export async function openPostgres(
  url: string,
  size = 10,
  {
    directUrl = null,
    isPreparing = true,
    replicaUrl = null,
    patience = 3 * SECOND,
    heartbeat = SECOND,
  }: Ways = {},
): Promise<OpenDatabase> {
  const pool = openPool(url, { size, isPreparing, patience })
  const listener = openListener(directUrl ?? url, heartbeat)
  hearOwnChanges(pool, (channel, payload) => listener.hear(channel, payload))
  const announcer = createAnnouncer(
    (notifications) => listener.notify(notifications) ?? notify(pool, notifications),
  )
  function tell({ channel, here, elsewhere }: Announcement): void {
    listener.hear(channel, here)
    announcer.add(channel, elsewhere)
  }
  const dialect = migratingInTurn(new PostgresDialect({ pool: preparing(pool, isPreparing) }))
  const { log, reportSlow } = watchStatements()
  const db: Db = new Kysely({ dialect: announcing(dialect, tell), log })
  const standby =
    replicaUrl === null ? null : openPool(replicaUrl, { size, isPreparing, patience: SECOND / 2 })
  const replica: Db | null =
    standby &&
    new Kysely({ dialect: new PostgresDialect({ pool: preparing(standby, isPreparing) }), log })

  return {
    kind: 'postgres',
    db,
    backgroundDb: new Kysely({ dialect: announcing(bounded(dialect, STATEMENT_LIMIT), tell), log }),
    listen: (channel, heard, missed) => listener.listen(channel, heard, missed),
    heardUntil: () => listener.heardUntil(),
    read: replica ? readingFrom(replica, db) : (work) => work(db),
    reportSlow,
    dump: null,
    connections: () => ({
      most: size,
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async close() {
      await announcer.close()
      await listener.close()
      await replica?.destroy()
      await db.destroy()
    },
  }
}

/**
 * All of the demo, 29 MB. With PostgreSQL's default of 128 MB a process is as much larger, for
 * pages that the system's file cache holds as well.
 */
const PGLITE_BUFFERS = '32MB'

/** Throws LockError: two processes on one directory would corrupt each other's data. */
export async function openPglite(directory: string | null, dump?: Blob): Promise<OpenDatabase> {
  const unlock = directory === null ? null : await lockDirectory(directory)
  const { PGlite } = await import('@electric-sql/pglite')
  const pglite = await PGlite.create({
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${PGLITE_BUFFERS}`],
    ...(directory === null ? {} : { dataDir: join(directory, 'pglite') }),
    ...(dump === undefined ? {} : { loadDataDir: dump }),
    parsers: { [INT8]: Number, [DATE]: String },
  })
  const { log, reportSlow } = watchStatements()
  const listeners = new Map<string, Set<(payload: string) => void>>()
  const dialect = announcing(
    migratingInTurn(new PGliteDialect({ pglite })),
    ({ channel, here }) => {
      for (const heard of listeners.get(channel) ?? []) heard(here)
    },
  )
  const db: Db = new Kysely({ dialect, log })
  return {
    kind: 'pglite',
    db,
    backgroundDb: db,
    async listen(channel, heard) {
      const known = listeners.get(channel) ?? new Set()
      listeners.set(channel, known.add(heard))
      const unlisten = await pglite.listen(channel, heard)
      return async () => {
        known.delete(heard)
        await unlisten()
      }
    },
    heardUntil: () => performance.now(),
    read: (work) => work(db),
    reportSlow,
    connections: () => null,
    // Nothing is written while the files are read; what no transaction has committed is rolled back
    // when the copy opens.
    dump: () => pglite.dumpDataDir('none'),
    async close() {
      await db.destroy()
      if (!pglite.closed) await pglite.close()
      await unlock?.()
    },
  }
}
