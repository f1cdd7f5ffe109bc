import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, PostgresDialect, type Transaction } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { SECOND } from '../lib/clock.ts'
import { lockDirectory } from '../lib/lock.server.ts'
import { bounded } from './bounded.server.ts'
import { migrations } from './migrations/index.ts'
import { preparing } from './prepared.server.ts'
import type { Database } from './schema.ts'

export type Db = Kysely<Database>
/** What a statement runs on: the pool, or the transaction it belongs to. */
export type Trx = Transaction<Database>

/** An open database: queries, notifications and the way to close it. */
export type OpenDatabase = {
  kind: 'pglite' | 'postgres'
  db: Db
  /** The same, for what nobody waits for: PostgreSQL ends a statement of it after STATEMENT_LIMIT. PGlite cannot. */
  patientDb: Db
  /** Calls `heard` with the payload of every NOTIFY on `channel`, from any process; returns the way to stop. */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** Far more than a job's batch takes, and less than half of what a process that stops has (server.ts, DRAIN). */
const STATEMENT_LIMIT = 4 * SECOND
const INT8 = 20
const DATE = 1082

/** Opens PostgreSQL by address. `size` is the most connections held. */
export async function openPostgres(url: string, size = 10): Promise<OpenDatabase> {
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8, Number)
  types.setTypeParser(DATE, String)
  const pool = new pg.Pool({ connectionString: url, max: size, types, connectionTimeoutMillis: 3000 })
  // An idle connection that breaks is replaced by the pool at the next query; unheard, it would end the process.
  pool.on('error', () => undefined)
  const dialect = new PostgresDialect({ pool: preparing(pool) })
  const db: Db = new Kysely({ dialect })
  const listeners = new Map<string, Set<(payload: string) => void>>()
  let hearing: Promise<pg.Client> | undefined
  let closed = false

  // One connection hears for all; when it breaks, a new one is made until it holds.
  async function hear(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url })
    client.on('notification', ({ channel, payload }) => {
      for (const heard of listeners.get(channel) ?? []) heard(payload ?? '')
    })
    client.on('error', () => {
      hearing = undefined
      if (!closed) setTimeout(() => void hearAgain(), 500).unref()
    })
    await client.connect()
    for (const channel of listeners.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    return client
  }
  async function hearAgain(): Promise<void> {
    if (closed || hearing !== undefined) return
    hearing = hear()
    await hearing.catch(() => {
      hearing = undefined
      setTimeout(() => void hearAgain(), 500).unref()
    })
  }

  return {
    kind: 'postgres',
    db,
    patientDb: new Kysely({ dialect: bounded(dialect, STATEMENT_LIMIT) }),
    async listen(channel, heard) {
      const known = listeners.get(channel) ?? new Set()
      listeners.set(channel, known.add(heard))
      hearing ??= hear()
      const client = await hearing
      await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      return async () => void known.delete(heard)
    },
    async close() {
      closed = true
      if (hearing) await (await hearing).end()
      await db.destroy()
    },
  }
}

/**
 * Opens PGlite in `directory`, or in memory (from a dump, if one is given). Two processes on one directory
 * would lose each other's rows, so the directory is locked until `close`; throws LockError.
 */
export async function openPglite(directory: string | null, dump?: Blob): Promise<OpenDatabase> {
  const unlock = directory === null ? null : await lockDirectory(directory)
  const pglite = await PGlite.create({
    ...(directory === null ? {} : { dataDir: join(directory, 'pglite') }),
    ...(dump === undefined ? {} : { loadDataDir: dump }),
    parsers: { [INT8]: Number, [DATE]: String },
  })
  const db: Db = new Kysely({ dialect: new PGliteDialect({ pglite }) })
  return {
    kind: 'pglite',
    db,
    patientDb: db,
    listen: (channel, heard) => pglite.listen(channel, heard),
    async close() {
      await db.destroy()
      if (!pglite.closed) await pglite.close()
      await unlock?.()
    },
  }
}

/** Brings the schema up to date; throws what the failed migration threw. */
export async function migrate(db: Db): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
  return (results ?? []).map((result) => result.migrationName)
}
