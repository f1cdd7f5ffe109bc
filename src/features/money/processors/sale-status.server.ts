import type { Db } from '#db/connection.server.ts'
import { brandOfOrder } from '../orders/orders.sql.ts'
import type { Known } from './processor.ts'
import { kinds, sellingProvider } from './processors.server.ts'

/**
 * What the processor says of an order's sale, for an operator; null where none can be asked. Throws
 * where it does not answer.
 */
export async function saleStatusOf(
  db: Db,
  settings: Known,
  order: number,
): Promise<string[] | null> {
  const brand = await brandOfOrder(db, order)
  if (!brand) return null
  return (
    (await kinds[sellingProvider(settings, brand)].saleStatus?.(settings, brand, order)) ?? null
  )
}
