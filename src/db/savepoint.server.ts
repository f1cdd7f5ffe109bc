import { sql } from 'kysely'
import type { Trx } from './connection.server.ts'

/**
 * Does a part of a transaction: where it throws, this part alone is rolled back, and the caller may
 * go on.
 */
export async function inSavepoint<T>(trx: Trx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(trx)
  try {
    const done = await work()
    await sql`release savepoint part`.execute(trx)
    return done
  } catch (error) {
    await sql`rollback to savepoint part`.execute(trx)
    // It would hide the one of a part around it, which has the same name.
    await sql`release savepoint part`.execute(trx)
    throw error
  }
}
