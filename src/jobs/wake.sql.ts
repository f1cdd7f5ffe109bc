import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../db/connection.server.ts'

export const WAKE_CHANNEL = 'jobs'

/** Starts a job early, in any process; inside a transaction, after the commit. */
export async function wake(trx: Db | Trx, job: string): Promise<void> {
  await sql`select pg_notify(${WAKE_CHANNEL}, ${job})`.execute(trx)
}

/** As `wake`, as part of a statement. */
export function waking(job: string): RawBuilder<unknown> {
  return sql`pg_notify(${sql.lit(WAKE_CHANNEL)}, ${sql.lit(job)})`
}
