import type { Db } from '../../../db/connection.server.ts'
import type { Settings } from '../../../settings.ts'
import { brandOfOrder } from '../orders/orders.sql.ts'
import { saleStatus } from './verotel/control-center.server.ts'

/** Nothing of the buyer, of whom the status also has name and address. */
const shown = [
  'error',
  'response',
  'saleID',
  'saleResult',
  'type',
  'priceAmount',
  'priceCurrency',
  'subscriptionPhase',
  'nextChargeOn',
  'expiresOn',
]

/**
 * What the processor says of an order's sale, for an operator; null where none can be asked. Throws where it does not
 * answer.
 */
export async function saleStatusOf(
  db: Db,
  { verotel }: Pick<Settings, 'verotel'>,
  order: number,
): Promise<string[] | null> {
  const shop = verotel?.shops.get((await brandOfOrder(db, order)) ?? '')
  if (!verotel || !shop) return null
  const status = await saleStatus(verotel.startOrigin, shop, { referenceID: String(order) })
  return shown.flatMap((name) => (status[name] === undefined ? [] : [`${name}: ${status[name]}`]))
}
