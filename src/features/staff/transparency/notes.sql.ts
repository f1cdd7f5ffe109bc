import { sql } from 'kysely'
import type { DeadlineName, Level } from '#core/tasks/deadlines.ts'
import type { Db, Trx } from '#db/connection.server.ts'

/** Notes that something was said of an item's deadline; false if it was said before. */
export async function isNewNote(
  trx: Trx,
  deadline: DeadlineName,
  item: string,
  level: Level,
  at: Date,
): Promise<boolean> {
  const noted = await trx
    .insertInto('deadline_notes')
    .values({ deadline, item, level, at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('item')
    .executeTakeFirst()
  return noted !== undefined
}

export async function forgetNotes(trx: Trx, before: Date): Promise<void> {
  await trx.deleteFrom('deadline_notes').where('at', '<', before).execute()
}

/** Brands, of these, without a report from the first to the last day of a year. */
export async function brandsWithoutReport(
  db: Db | Trx,
  brands: readonly string[],
  year: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('transparency_reports')
    .select('brand')
    .where('to_day', '>=', sql<string>`${`${year}-12-31`}::date`)
    .where('from_day', '<=', sql<string>`${`${year}-01-01`}::date`)
    .execute()
  const made = new Set(rows.map(({ brand }) => brand))
  return brands.filter((brand) => !made.has(brand))
}
