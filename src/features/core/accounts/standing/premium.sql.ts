import { sql } from 'kysely'
import type { Trx } from '#db/connection.server.ts'

export async function addPremium(
  trx: Trx,
  accountId: number,
  milliseconds: number,
  at: Date,
): Promise<Date> {
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

export async function premiumUntil(trx: Trx, accountId: number): Promise<Date | null> {
  const row = await trx
    .selectFrom('accounts')
    .select('premium_until as until')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.until ?? null
}

/** Extends what ends before; returns the milliseconds that were added. */
export async function keepPremium(trx: Trx, accountId: number, until: Date): Promise<number> {
  const row = await trx
    .selectFrom('accounts')
    .select('premium_until as from')
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  const from = row?.from
  if (!from || from >= until) return 0
  await trx
    .updateTable('accounts')
    .set({ premium_until: until })
    .where('id', '=', accountId)
    .execute()
  return until.getTime() - from.getTime()
}

export async function takePremium(
  trx: Trx,
  accountId: number,
  milliseconds: number,
): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ premium_until: sql`premium_until - ${milliseconds / 1000} * interval '1 second'` })
    .where('id', '=', accountId)
    .execute()
}

export async function noteFirstPremium(trx: Trx, accountId: number, at: Date): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ first_premium_at: at })
    .where('id', '=', accountId)
    .where('first_premium_at', 'is', null)
    .execute()
}
