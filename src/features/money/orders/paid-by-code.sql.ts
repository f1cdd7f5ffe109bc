import { sql } from 'kysely'
import type { Db } from '#db/connection.server.ts'

/** How often codes were paid by, each on its brand, and how many of those payments went back. */
export async function paidByCode(
  db: Db,
  codes: ReadonlyArray<{ brand: string; code: string }>,
): Promise<Array<{ brand: string; code: string | null; paid: number; paidBack: number }>> {
  if (codes.length === 0) return []
  const named = [...new Set(codes.map(({ code }) => code))]
  const sellers = [...new Set(codes.map(({ brand }) => brand))]
  const isBack = sql<boolean>`refunded_at is not null or charged_back_at is not null`
  const rows = await db
    .selectFrom('orders')
    .select(({ fn }) => [
      'brand',
      'promo_code as code',
      fn.countAll().as('paid'),
      fn.countAll().filterWhere(isBack).as('paidBack'),
    ])
    .where('brand', 'in', sellers)
    .where('promo_code', 'in', named)
    .where('paid_at', 'is not', null)
    .groupBy(['brand', 'promo_code'])
    .execute()
  return rows.map((row) => ({ ...row, paid: Number(row.paid), paidBack: Number(row.paidBack) }))
}
