import { productsOf, withPromo } from '#money/prices/offers.ts'
import { brandById } from '#sites/registry.ts'
import { decimalOf } from '../decimals.ts'
import type { Ccbill } from './env.server.ts'

/** A line a price. A free day is not for sale there; what renews costs the price without a code. */
export function pricesOutside({ shops, limits: [least, most] }: Ccbill): string[] {
  return [...shops.keys()].flatMap((id) => {
    const billing = brandById(id)?.billing
    if (!billing || billing.model === 'partner') return []
    const products = productsOf(billing).filter(({ price }) => price.amount > 0)
    const byCode = billing.promoCodes.flatMap((promo) =>
      products.map((product) => ({
        ...withPromo(product, promo),
        by: ` by the code ${promo.code}`,
      })),
    )
    return [...products.map((product) => ({ ...product, by: '' })), ...byCode].flatMap(
      ({ keyword, price: { amount, currency }, by }) =>
        amount >= least && amount <= most
          ? []
          : [
              `CCBILL_SHOPS: ${keyword} of ${id} costs ${decimalOf(amount)} ${currency}${by}; CCBill charges ${decimalOf(least)} to ${decimalOf(most)} (CCBILL_LIMITS)`,
            ],
    )
  })
}
