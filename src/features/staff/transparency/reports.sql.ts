import type { Db, Trx } from '#db/connection.server.ts'
import type { KeyFigures } from './figures.ts'

export type KeptReport = { from: string; to: string; madeAt: Date; figures: KeyFigures }

/**
 * Keeps the key figures of a report for the public page; one that is made again replaces the one
 * before.
 */
export async function keepReport(
  trx: Trx,
  brand: string,
  { from, to, madeAt, figures }: KeptReport,
): Promise<void> {
  const row = { made_at: madeAt, figures: JSON.stringify(figures) }
  await trx
    .insertInto('transparency_reports')
    .values({ brand, from_day: from, to_day: to, ...row })
    .onConflict((conflict) => conflict.columns(['brand', 'to_day', 'from_day']).doUpdateSet(row))
    .execute()
}

/** The report that ends last; of those, the longest. */
export async function lastReport(db: Db, brand: string): Promise<KeptReport | null> {
  const row = await db
    .selectFrom('transparency_reports')
    .select(['from_day as from', 'to_day as to', 'made_at as madeAt', 'figures'])
    .where('brand', '=', brand)
    .orderBy('to_day', 'desc')
    .orderBy('from_day')
    .limit(1)
    .executeTakeFirst()
  return row ? { ...row, figures: row.figures as KeyFigures } : null
}
