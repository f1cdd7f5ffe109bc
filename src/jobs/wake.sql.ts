import { sql } from 'kysely'
import type { Db, Trx } from '../db/connection.server.ts'

/** The notification channel on which the workers of every process hear that a job has something to do. */
export const WAKE_CHANNEL = 'jobs'

/** Wakes a job early, in any process; inside a transaction, only once that commits. */
export async function wake(trx: Db | Trx, job: string): Promise<void> {
  await sql`select pg_notify(${WAKE_CHANNEL}, ${job})`.execute(trx)
}
