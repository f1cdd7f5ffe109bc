import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'

export type DayCount = {
  affiliateId: number
  campaign: string
  what: 'arrivals' | 'joins' | 'confirmed'
  count: number
}

export async function countDay(
  trx: Db | Trx,
  { affiliateId, campaign, what, count }: DayCount,
  at: Date,
): Promise<void> {
  await trx
    .insertInto('affiliate_days')
    .values({ affiliate_id: affiliateId, day: dayOf(at), campaign, [what]: count })
    .onConflict((conflict) =>
      conflict
        .columns(['affiliate_id', 'day', 'campaign'])
        .doUpdateSet({ [what]: sql`${sql.ref(`affiliate_days.${what}`)} + ${count}` }),
    )
    .execute()
}

export const dayOf = (at: Date) => at.toISOString().slice(0, 10)
