import { announce } from '../db/announcements.server.ts'
import type { Db, Trx } from '../db/connection.server.ts'

export const WAKE_CHANNEL = 'jobs'

/** Starts a job early, in any process; inside a transaction, after the commit. */
export async function wake(trx: Db | Trx, job: string): Promise<void> {
  await announce(trx, { channel: WAKE_CHANNEL, here: job, elsewhere: job })
}
