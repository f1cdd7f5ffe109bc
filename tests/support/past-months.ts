import { sql } from 'kysely'
import { sweepLog } from '#core/audit/chain.server.ts'
import type { Db } from '#db/connection.server.ts'
import { addMonths } from '#db/months.server.ts'

const YEAR = new Date().getUTCFullYear() + 5
const day = (month: number) => new Date(Date.UTC(YEAR, month, 5))
export const KEPT_MONTH = `audit_log_${YEAR}_02`
export const DROPPED_MONTH = `audit_log_${YEAR}_01`

/**
 * An audit log after years: all months until one are dropped, one has acts, others are empty, and
 * one act came before its month was made.
 */
export async function passYears(
  db: Db,
  signing: Parameters<typeof sweepLog>[3],
  act: (at: Date) => Promise<unknown>,
): Promise<void> {
  await addMonths(db, 'audit_log', day(0))
  for (const month of [0, 1, 8]) await act(day(month))
  while ((await sweepLog(db, day(1), 10_000, signing)) > 0) continue
}

/** How many acts each part of the log has. */
export async function actsByMonth(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select tableoid::regclass::text as name, count(*)::int as count from audit_log group by 1 order by 1`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

/** As the server's job does on its next run. */
export const makeMonthsAgain = (db: Db) => addMonths(db, 'audit_log', day(1))
