import { sql } from 'kysely'
import { livesIn } from '#core/people/place.sql.ts'
import { countriesOfUnion } from '#core/places/countries.ts'
import type { Db } from '#db/connection.server.ts'

export type Recipients = { members: number; membersInEu: number }
/** `month` is its first day, as `2026-11-01`. */
export type MonthOfRecipients = Recipients & { month: string }

/** A month that is over and of which rows are left; undefined if there is none. */
export async function monthToCount(db: Db, present: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('site_visits')
    .select('month')
    .where('month', '<', present)
    .orderBy('month')
    .limit(sql.lit(1))
    .executeTakeFirst()
  return row?.month
}

/**
 * Keeps how many members used a brand in a month that is over; a number that is kept already stays,
 * since its rows go.
 */
export async function keepRecipients(db: Db, brand: string, month: string): Promise<void> {
  const { members, membersInEu } = await visitorsIn(db, brand, month)
  await db
    .insertInto('recipients')
    .values({ brand, month, members, members_in_eu: membersInEu })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * How many members used a brand in a month whose rows are kept, and how many of them live in the
 * European Union by their profile.
 */
export async function visitorsIn(db: Db, brand: string, month: string): Promise<Recipients> {
  const isInEu = livesIn(sql.ref('site_visits.account_id'), countriesOfUnion)
  return db
    .selectFrom('site_visits')
    .select([
      sql<number>`count(*)::int`.as('members'),
      sql<number>`(count(*) filter (where ${isInEu}))::int`.as('membersInEu'),
    ])
    .where('month', '=', month)
    .where('brand', '=', brand)
    .executeTakeFirstOrThrow()
}

/**
 * Deletes up to `most` rows of a month; locked ones wait for the next run. In the order of the key:
 * the table has two months, so that for one of them alone the planner would read it from its start,
 * and pass what the batches before have deleted.
 */
export async function sweepVisits(db: Db, month: string, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from site_visits where ctid = any(array(
      select ctid from site_visits where month = ${month} order by month, brand, account_id limit ${sql.lit(most)} for update skip locked
    ))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Of a brand, from the first to the last month. */
export async function recipientsIn(
  db: Db,
  brand: string,
  first: string,
  last: string,
): Promise<MonthOfRecipients[]> {
  return db
    .selectFrom('recipients')
    .select(['month', 'members', 'members_in_eu as membersInEu'])
    .where('brand', '=', brand)
    .where('month', '>=', first)
    .where('month', '<=', last)
    .orderBy('month')
    .execute()
}
