import { sql } from 'kysely'
import type { Db } from '../../db/connection.server.ts'

export type CountedAd = { brand: string; ad: string; event: 'view' | 'click'; at: Date }

export async function countAd(db: Db, { brand, ad, event, at }: CountedAd): Promise<void> {
  await db
    .insertInto('ad_counts')
    .values({ brand, ad, event, day: at.toISOString().slice(0, 10), count: 1 })
    .onConflict((conflict) => conflict.columns(['brand', 'ad', 'event', 'day']).doUpdateSet({ count: sql`ad_counts.count + 1` }))
    .execute()
}
