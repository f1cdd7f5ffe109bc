import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
} from 'kysely'
import { SECOND } from '../lib/clock.ts'
import type { Database } from './schema.ts'
import { countFailure } from './statement-watch.server.ts'

/** What this process hears at once, and what the others hear; the same one to them is sent once. */
export type Announcement = { channel: string; here: string; elsewhere: string }

/**
 * At most 20 notifications a second and process: each takes a lock of the whole server for a
 * moment.
 */
const SEND_PERIOD = SECOND / 20

const announcements = new WeakMap<CompiledQuery, Announcement>()
/** How a database tells, by its adapter: a part of it that everything made of it shares. */
const tellers = new WeakMap<DialectAdapter, (announcement: Announcement) => void>()

/**
 * Announces something to all processes after the commit. PostgreSQL's notification within the
 * transaction makes all such transactions wait for each other's commit.
 */
export async function announce(db: Kysely<Database>, announcement: Announcement): Promise<void> {
  const tell = db.isTransaction ? undefined : tellers.get(db.getExecutor().adapter)
  if (tell) return tell(announcement)
  const marker = CompiledQuery.raw('-- announces')
  announcements.set(marker, announcement)
  await db.executeQuery(marker)
}

/**
 * Takes announcements out of the statements; tells of them once the connection has ended what it
 * was acquired for.
 */
export function announcing(dialect: Dialect, tell: (announcement: Announcement) => void): Dialect {
  return {
    createAdapter() {
      const adapter = dialect.createAdapter()
      tellers.set(adapter, tell)
      return adapter
    },
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => announcingDriver(dialect.createDriver(), tell),
  }
}

function announcingDriver(inner: Driver, tell: (announcement: Announcement) => void): Driver {
  const kept = new WeakMap<DatabaseConnection, Announcement[]>()

  function heed(connection: DatabaseConnection): void {
    const noted: Announcement[] = []
    kept.set(connection, noted)
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = (query, options) => {
      const announcement = announcements.get(query)
      if (!announcement) return execute(query, options)
      noted.push(announcement)
      return Promise.resolve({ rows: [] })
    }
  }

  return {
    init: (options) => inner.init(options),
    async acquireConnection(options) {
      const connection = await inner.acquireConnection(options)
      if (!kept.has(connection)) heed(connection)
      return connection
    },
    beginTransaction: (connection, settings) => inner.beginTransaction(connection, settings),
    commitTransaction: (connection) => inner.commitTransaction(connection),
    rollbackTransaction: (connection) => inner.rollbackTransaction(connection),
    async releaseConnection(connection, options) {
      const told = kept.get(connection)?.splice(0) ?? []
      await inner.releaseConnection(connection, options)
      for (const announcement of told) tell(announcement)
    },
    destroy: (options) => inner.destroy(options),
  }
}

type Notification = readonly [channel: string, payload: string]

/**
 * Sends notifications outside of every transaction: at once, and then together at most once in 50
 * ms.
 */
export function createAnnouncer(
  send: (notifications: readonly Notification[]) => Promise<unknown>,
): {
  add(channel: string, payload: string): void
  close(): Promise<void>
} {
  const waiting = new Map<string, Notification>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let nextAt = Number.NEGATIVE_INFINITY
  let sent: Promise<unknown> = Promise.resolve()

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (waiting.size === 0) return
    const notifications = [...waiting.values()]
    waiting.clear()
    nextAt = performance.now() + SEND_PERIOD
    // Whoever is not reached looks by itself: jobs at their periods, the hub of events every
    // second.
    sent = send(notifications).catch(countFailure)
  }

  return {
    add(channel, payload) {
      waiting.set(`${channel} ${payload}`, [channel, payload])
      timer ??= setTimeout(flush, Math.max(0, nextAt - performance.now()))
    },
    async close() {
      flush()
      await sent
    },
  }
}
