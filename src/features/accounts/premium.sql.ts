import { sql } from 'kysely'
import type { Trx } from '../../db/connection.server.ts'

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

export async function takePremium(trx: Trx, accountId: number, milliseconds: number): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ premium_until: sql`premium_until - ${milliseconds / 1000} * interval '1 second'` })
    .where('id', '=', accountId)
    .execute()
}

export async function noteFirstPremium(trx: Trx, accountId: number, at: Date): Promise<void> {
  await trx.updateTable('accounts').set({ first_premium_at: at }).where('id', '=', accountId).where('first_premium_at', 'is', null).execute()
}
