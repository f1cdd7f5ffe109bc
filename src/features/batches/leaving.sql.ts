import { sql } from 'kysely'
import { DAYS_A_YEAR, type Erasure, numberStays } from '../../api/erasure.server.ts'
import type { Db } from '../../db/connection.server.ts'
import { deleteSome } from '../../db/delete-some.server.ts'

/** A batch goes with its items; as decisions, it refuses to where the transaction does not say that its time is over. */
async function sweepBatches(db: Db, before: Date, most: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('enforcement.retention', 'on', true)`.execute(trx)
    return deleteSome(trx, 'batches', sql.ref('made_at'), before, most)
  })
}

const retention = {
  what: 'Decisions about you, and what they count',
  why: 'so that we can answer for them, and because a decision also holds for somebody who joins again',
  howLong: 'three years',
  days: 3 * DAYS_A_YEAR,
}

export const batchErasures: readonly Erasure[] = [
  { table: 'batch_items', columns: ['account_id', 'subject_id'], fate: 'kept', why: 'which decisions were made together', sweep: sweepBatches, retention },
  numberStays('batches', ['made_by', 'reversed_by'], 'a batch of staff stays where it was made'),
]
