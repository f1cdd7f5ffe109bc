import { setTimeout as pause } from 'node:timers/promises'
import {
  type Dialect,
  type DialectAdapter,
  type Kysely,
  type MigrationLockOptions,
  sql,
} from 'kysely'
import { SECOND } from '../lib/clock.ts'
import type { Database } from './schema.ts'

/** The number that Kysely gives it, which releases before this one ask for. */
const LOCK = sql.lit(3853314791062309107n)
const PAUSE = SECOND / 5

/** `wasInterrupted`: the process that had it before ended without giving it back. */
type LockEvents = { waits(): void; wasInterrupted(): void }

/**
 * Who is told of a database's lock, by its adapter: a part of it that everything made of it shares.
 */
const hearers = new WeakMap<DialectAdapter, LockEvents>()

export function hearMigrationLock(db: Kysely<Database>, events: LockEvents): void {
  hearers.set(db.getExecutor().adapter, events)
}

/**
 * One process migrates at a time; the others ask again and again. A statement that waited for the
 * lock would keep a snapshot, for whose end a concurrent index waits: PostgreSQL would end one of
 * the two.
 */
export function migratingInTurn(dialect: Dialect): Dialect {
  return {
    createAdapter: () =>
      Object.assign(dialect.createAdapter(), { acquireMigrationLock, releaseMigrationLock }),
    createDriver: () => dialect.createDriver(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  }
}

async function acquireMigrationLock(
  db: Kysely<unknown>,
  options: MigrationLockOptions,
): Promise<void> {
  const hearer = hearers.get(db.getExecutor().adapter)
  while (!(await tryLock(db))) {
    hearer?.waits()
    await pause(PAUSE)
  }
  if (await isMarked(db, options)) hearer?.wasInterrupted()
  await mark(db, options, true)
}

async function releaseMigrationLock(
  db: Kysely<unknown>,
  options: MigrationLockOptions,
): Promise<void> {
  try {
    await mark(db, options, false)
  } finally {
    await sql`select pg_advisory_unlock(${LOCK})`.execute(db)
  }
}

async function tryLock(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{
    is_ours: boolean
  }>`select pg_try_advisory_lock(${LOCK}) as is_ours`.execute(db)
  return rows[0]?.is_ours === true
}

/**
 * The row that Kysely keeps for a lock of another kind outlives a process that is killed, which the
 * lock does not.
 */
async function isMarked(
  db: Kysely<unknown>,
  { lockTable, lockRowId }: MigrationLockOptions,
): Promise<boolean> {
  const { rows } = await sql<{
    is_marked: boolean
  }>`select is_locked = 1 as is_marked from ${sql.table(lockTable)} where id = ${lockRowId}`.execute(
    db,
  )
  return rows[0]?.is_marked === true
}

async function mark(
  db: Kysely<unknown>,
  { lockTable, lockRowId }: MigrationLockOptions,
  isUnderWay: boolean,
): Promise<void> {
  await sql`update ${sql.table(lockTable)} set is_locked = ${isUnderWay ? 1 : 0} where id = ${lockRowId}`.execute(
    db,
  )
}
