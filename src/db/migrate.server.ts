import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Logger } from 'pino'
import { MINUTE, SECOND } from '../lib/clock.ts'
import type { Db } from './connection.server.ts'
import { hearMigrationLock } from './migration-lock.server.ts'
import { migrations, type UpMigration } from './migrations/index.ts'

/** The database is of another schema, from which no migration leads to this release's. */
export class SchemaError extends Error {
  override name = 'SchemaError'
}

/**
 * A statement that waits for a lock makes all that come after it wait: it gives up before anybody
 * notices.
 */
const LOCK_TIMEOUT = 2 * SECOND
const PAUSE = SECOND
/**
 * Longer than a backup or a report holds a table, and shorter than an operator's patience with a
 * process that does not start.
 */
const PATIENCE = 10 * MINUTE
/**
 * A lock that is not available, and a deadlock with what locks the same tables in another order.
 */
const LOCKED: readonly unknown[] = ['55P03', '40P01']
/** So many tries, about a minute, are one line in the log. */
const TRIES_A_LINE = 20

/**
 * Applies what is missing and returns its names; throws SchemaError, and changes nothing. In a
 * database in use each is a transaction of its own, which waits for locks in short tries.
 */
export async function migrate(
  db: Db,
  ours: Readonly<Record<string, UpMigration>> = migrations,
  log?: Logger,
): Promise<string[]> {
  const applied: string[] = []
  const until = performance.now() + PATIENCE
  let next: string | undefined
  let tries = 0
  let hasWaited = false
  hearMigrationLock(db, {
    waits() {
      if (!hasWaited)
        log?.warn('another process migrates the database: this one waits until that is done')
      hasWaited = true
    },
    wasInterrupted: () =>
      log?.warn({ from: next }, 'a migration was interrupted, and is begun again'),
  })
  for (;;) {
    const before = await executed(db)
    refuseOtherSchema(before, ours)
    next = Object.keys(ours)
      .toSorted()
      .find((name) => !before.includes(name))
    if (next === undefined) {
      // It is told while the migrator waits, which the compiler does not know.
      // oxlint-disable-next-line typescript/no-unnecessary-condition
      if (hasWaited) log?.info('the wait for another process is over: the database is migrated')
      return applied
    }
    const isAlone =
      before.length === 0 || db.getExecutor().adapter.supportsMultipleConnections === false
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => prepared(ours, before, isAlone) },
    })
    const disableTransactions = ours[next]?.isOutside === true
    const { error, results = [] } = await (isAlone
      ? migrator.migrateToLatest()
      : migrator.migrateUp({ disableTransactions }))
    if (error === undefined) {
      applied.push(...results.map(({ migrationName }) => migrationName))
      if (results.length > 0)
        log?.info(
          { migrations: results.length, last: results.at(-1)?.migrationName },
          'migrations applied',
        )
      continue
    }
    // Another process may have applied it meanwhile.
    const isOvertaken = (await executed(db)).length !== before.length
    const isLocked = LOCKED.includes((error as { code?: unknown }).code)
    if (!isOvertaken && !(isLocked && performance.now() < until)) throw error
    if (isLocked) {
      if (tries % TRIES_A_LINE === 0)
        log?.warn({ migration: next }, 'a migration waits for a table that is in use')
      tries += 1
    }
    await pause(isLocked ? PAUSE : 0)
  }
}

/**
 * Of what a database has applied: whether it was made with another schema, what is newer than ours,
 * and what is missing.
 */
export function comparedWith(
  ours: Readonly<Record<string, UpMigration>>,
  applied: readonly string[],
): { isOther: boolean; newer: string[]; missing: string[] } {
  const known = Object.keys(ours).toSorted()
  return {
    isOther: applied.length > 0 && !applied.includes(known[0] ?? ''),
    newer: applied.filter((name) => !known.includes(name)),
    missing: known.filter((name) => !applied.includes(name)),
  }
}

function refuseOtherSchema(
  before: readonly string[],
  ours: Readonly<Record<string, UpMigration>>,
): void {
  if (!comparedWith(ours, before).isOther) return
  throw new SchemaError(
    `This database was made with another edition of the schema (${before[0]}), which this release cannot change: start with an empty database in DATABASE_URL, or another DATA_DIR.`,
  )
}

async function executed(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{
    is_there: boolean
  }>`select to_regclass('kysely_migration') is not null as is_there`.execute(db)
  if (tables[0]?.is_there !== true) return []
  const { rows } = await sql<{
    name: string
  }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * What a newer release has applied is taken as done: while processes are replaced one by one, and
 * when a release is taken back, the release before runs on its schema.
 */
function prepared(
  ours: Readonly<Record<string, UpMigration>>,
  before: readonly string[],
  isAlone: boolean,
): Record<string, Migration> {
  const last = Object.keys(ours).toSorted().at(-1) ?? ''
  const newer = before
    .filter((name) => name > last)
    .map((name) => [name, { up: async () => undefined }] as const)
  const inShortTries = Object.entries(ours).map(([name, { up, isOutside = false }]) => {
    const limited = async (db: Kysely<unknown>) => {
      if (!isAlone && db.isTransaction === isOutside)
        throw new Error('another process has applied the migration before this one')
      if (db.isTransaction) await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(db)
      await up(db)
    }
    return [name, { up: limited }] as const
  })
  return Object.fromEntries([...inShortTries, ...newer])
}

/**
 * In a database that nobody else uses, which is migrated in one transaction, nobody is kept waiting
 * by an index.
 */
export async function createIndexConcurrently(
  db: Kysely<unknown>,
  name: string,
  definition: string,
  kind: 'unique' | '' = '',
): Promise<void> {
  if (db.isTransaction) {
    await sql.raw(`create ${kind} index ${name} ${definition}`).execute(db)
    return
  }
  // An attempt that was interrupted leaves an index that is not valid, which no query uses.
  await sql.raw(`drop index concurrently if exists ${name}`).execute(db)
  await sql.raw(`create ${kind} index concurrently ${name} ${definition}`).execute(db)
}
