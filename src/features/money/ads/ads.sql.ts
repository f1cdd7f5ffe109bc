import { sql } from 'kysely'
import type { Db } from '#db/connection.server.ts'
import type { AdEvent } from './ads.ts'

export type AdCount = { brand: string; ad: string; event: AdEvent; day: string; count: number }

/** Adds to the counts of each ad and day, in one statement. */
export async function addCounts(db: Db, counts: readonly AdCount[]): Promise<void> {
  if (counts.length === 0) return
  // Sorted, so that two processes lock the rows in one order.
  const sorted = counts.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  await sql`insert into ad_counts (brand, ad, event, day, count)
    select brand, ad, event, day, count
    from json_to_recordset(${JSON.stringify(sorted)}::json) as counted (brand text, ad text, event text, day date, count bigint)
    on conflict (brand, ad, event, day) do update set count = ad_counts.count + excluded.count`.execute(
    db,
  )
}

export async function deleteCounts(db: Db, before: string): Promise<void> {
  await db.deleteFrom('ad_counts').where('day', '<', before).execute()
}

export function keyOf({ brand, ad, event, day }: Omit<AdCount, 'count'>): string {
  return JSON.stringify([brand, ad, event, day])
}

export type AdSums = { views: number; clicks: number }

const views = sql<number>`coalesce(sum(count) filter (where event = 'view'), 0)::int`
const clicks = sql<number>`coalesce(sum(count) filter (where event = 'click'), 0)::int`

/** Of each ad since that day, on one brand or, where `brand` is null, on all. */
export function sumsByAd(
  db: Db,
  since: string,
  brand: string | null,
): Promise<Array<AdSums & { brand: string; ad: string }>> {
  return db
    .selectFrom('ad_counts')
    .select(['brand', 'ad', views.as('views'), clicks.as('clicks')])
    .where('day', '>=', since)
    .$if(brand !== null, (query) => query.where('brand', '=', brand ?? ''))
    .groupBy(['brand', 'ad'])
    .orderBy('brand')
    .orderBy('ad')
    .execute()
}

/** Of each day on which there was one, newest first; `ad` null: of all ads. */
export function sumsByDay(
  db: Db,
  since: string,
  { brand, ad }: { brand: string | null; ad: string | null },
): Promise<Array<AdSums & { day: string }>> {
  return db
    .selectFrom('ad_counts')
    .select(['day', views.as('views'), clicks.as('clicks')])
    .where('day', '>=', since)
    .$if(brand !== null, (query) => query.where('brand', '=', brand ?? ''))
    .$if(ad !== null, (query) => query.where('ad', '=', ad ?? ''))
    .groupBy('day')
    .orderBy('day', 'desc')
    .execute()
}
