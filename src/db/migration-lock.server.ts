import { setTimeout as pause } from 'node:timers/promises'
import { type Dialect, type Kysely, sql } from 'kysely'
import { SECOND } from '../lib/clock.ts'

/** The number that Kysely gives it, which releases before this one ask for. */
const LOCK = sql.lit(3853314791062309107n)
const PAUSE = SECOND / 5

/**
 * One process migrates at a time. The others ask again and again: a statement that waits for the lock, as Kysely's does,
 * keeps a snapshot, for whose end an index waits that the first makes concurrently. PostgreSQL then ends one of the two,
 * after a second mostly the index, with all of its work; and the one that got the lock by that is next.
 */
export function migratingInTurn(dialect: Dialect): Dialect {
  return {
    createAdapter: () => Object.assign(dialect.createAdapter(), { acquireMigrationLock, releaseMigrationLock }),
    createDriver: () => dialect.createDriver(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  }
}

async function acquireMigrationLock(db: Kysely<unknown>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ is_ours: boolean }>`select pg_try_advisory_lock(${LOCK}) as is_ours`.execute(db)
    if (rows[0]?.is_ours === true) return
    await pause(PAUSE)
  }
}

async function releaseMigrationLock(db: Kysely<unknown>): Promise<void> {
  await sql`select pg_advisory_unlock(${LOCK})`.execute(db)
}
