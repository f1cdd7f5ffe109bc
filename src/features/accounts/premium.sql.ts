import { sql } from 'kysely'
import type { Trx } from '../../db/connection.server.ts'

/** Adds premium time to what is left of it, or from now on; returns until when it lasts. */
export async function addPremium(trx: Trx, accountId: number, milliseconds: number, at: Date): Promise<Date> {
  const { until } = await trx
    .updateTable('accounts')
    .set({
      premium_until: sql`greatest(premium_until, ${at}::timestamptz) + ${milliseconds / 1000} * interval '1 second'`,
      first_premium_at: sql`coalesce(first_premium_at, ${at}::timestamptz)`,
    })
    .where('id', '=', accountId)
    .returning('premium_until as until')
    .executeTakeFirstOrThrow()
  return until ?? at
}
