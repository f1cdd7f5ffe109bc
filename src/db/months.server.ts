import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import { SECOND } from '../lib/clock.ts'
import type { Db, Trx } from './connection.server.ts'

/**
 * Tables of which each month (of UTC) is a partition, with the column that chooses it; their rows
 * are only added.
 */
export const monthlyTables = { audit_log: 'at' } as const
export type MonthlyTable = keyof typeof monthlyTables

/**
 * How many months are there before the first row of theirs comes: a job that fails for weeks is
 * noticed before.
 */
export const MONTHS_AHEAD = 3

/** Shorter than a migration's: it is done while everybody writes, and an hour later will do. */
const LOCK_TIMEOUT = SECOND / 2
const TRIES = 10
const LOCK_NOT_AVAILABLE = '55P03'
/** One process makes months at a time. */
const MAKING = 1993

export type Month = { name: string; from: Date; until: Date }

/** The first moment of a month in UTC, `ahead` months after that of `at`. */
export function monthStart(at: Date, ahead = 0): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + ahead))
}

/** The months that the table $1 has, the oldest first. */
export const MONTHS = `
  select name, (regexp_match(bound, 'FROM \\(''([^'']+)''\\)'))[1]::timestamptz as "from",
    (regexp_match(bound, 'TO \\(''([^'']+)''\\)'))[1]::timestamptz as until
  from (
    select relname as name, pg_get_expr(relpartbound, pg_class.oid) as bound
    from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = $1::text::regclass
  ) month
  where bound <> 'DEFAULT'
  order by until`

export async function monthsOf(db: Db | Trx, table: MonthlyTable): Promise<Month[]> {
  const { rows } = await db.executeQuery<Month>(CompiledQuery.raw(MONTHS, [table]))
  return rows
}

function has(months: readonly Month[], start: Date): boolean {
  return months.some(({ from, until }) => from <= start && start < until)
}

/** How many months from that of `at` on are there without a gap. */
export function monthsFrom(at: Date, months: readonly Month[]): number {
  let count = 0
  while (count <= MONTHS_AHEAD && has(months, monthStart(at, count))) count += 1
  return count
}

/**
 * Makes the month of `at` and those after it, as far as they are not there, and returns how many it
 * made. The last comes first: nothing has to be moved for it, so that it is there also where an
 * earlier one fails, again and again.
 */
export async function addMonths(db: Db, table: MonthlyTable, at: Date): Promise<number> {
  let made = 0
  for (let ahead = MONTHS_AHEAD; ahead >= 0; ahead -= 1) {
    const start = monthStart(at, ahead)
    if (has(await monthsOf(db, table), start)) continue
    made += (await inShortTries(db, (trx) => addMonth(trx, table, start))) === true ? 1 : 0
  }
  return made
}

/**
 * The month is made beside the table and attached: `create table … partition of` would stop readers
 * and writers. Rows that came before it move from the partition for the rest, which is locked.
 */
async function addMonth(trx: Trx, table: MonthlyTable, from: Date): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${sql.lit(MAKING)})`.execute(trx)
  if (has(await monthsOf(trx, table), from)) return false
  const name = `${table}_${from.toISOString().slice(0, 7).replace('-', '_')}`
  const [month, rest, column] = [
    sql.table(name),
    sql.table(`${table}_rest`),
    sql.ref(monthlyTables[table]),
  ]
  const bounds = [from, monthStart(from, 1)].map((date) => sql.lit(date.toISOString())) as [
    ReturnType<typeof sql.lit>,
    ReturnType<typeof sql.lit>,
  ]
  const isWithin = sql`${column} >= ${bounds[0]} and ${column} < ${bounds[1]}`
  await sql`create table ${month} (like ${sql.table(table)} including defaults including constraints)`.execute(
    trx,
  )
  await sql`lock table ${rest} in access exclusive mode`.execute(trx)
  const { rows } = await sql`select from ${rest} where ${isWithin} limit 1`.execute(trx)
  if (rows.length > 0) {
    // They are moved, not changed: what keeps them from being deleted is not asked.
    await sql`alter table ${rest} disable trigger user`.execute(trx)
    await sql`with moved as (delete from ${rest} where ${isWithin} returning *) insert into ${month} select * from moved`.execute(
      trx,
    )
    await sql`alter table ${rest} enable trigger user`.execute(trx)
  }
  await sql`alter table ${sql.table(table)} attach partition ${month} for values from (${bounds[0]}) to (${bounds[1]})`.execute(
    trx,
  )
  // Those for a row come with the table's own; one for the whole statement does not.
  await sql`create trigger ${sql.id(`${table}_whole`)} before truncate on ${month} for each statement execute function refuse_change()`.execute(
    trx,
  )
  return true
}

export async function dropMonth(trx: Trx, { name }: Month): Promise<void> {
  await sql`drop table ${sql.table(name)}`.execute(trx)
}

/** Null where somebody, such as a backup, kept the lock through all tries. */
export async function inShortTries<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T | null> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (tries > 0) await pause(LOCK_TIMEOUT)
    try {
      return await db.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(trx)
        return work(trx)
      })
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error
    }
  }
  return null
}
