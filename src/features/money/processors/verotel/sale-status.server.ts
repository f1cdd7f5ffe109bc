import { saleStatus } from './control-center.server.ts'
import type { Verotel } from './env.server.ts'

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

export async function shownStatus(
  { shops, startOrigin }: Verotel,
  brand: string,
  order: number,
): Promise<string[] | null> {
  const shop = shops.get(brand)
  if (!shop) return null
  const status = await saleStatus(startOrigin, shop, { referenceID: String(order) })
  return shown.flatMap((name) => (status[name] === undefined ? [] : [`${name}: ${status[name]}`]))
}
