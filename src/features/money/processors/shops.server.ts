import { type Settings, SettingsError } from '../../../settings.ts'
import { brandById } from '../../../sites/registry.ts'
import { productsOf, withPromo } from '../prices/offers.ts'
import type { Ccbill } from './ccbill/env.server.ts'
import { decimalOf } from './decimals.ts'

/** Throws SettingsError with a line for each shop of a brand that is unknown or sells nothing, and each price that CCBill does not charge. */
export function checkShops({ ccbill, verotel }: Pick<Settings, 'ccbill' | 'verotel'>): void {
  const wrong = Object.entries({ CCBILL_SHOPS: ccbill, VEROTEL_SHOPS: verotel }).flatMap(
    ([name, processor]) =>
      [...(processor?.shops.keys() ?? [])].flatMap((brand) => {
        const model = brandById(brand)?.billing.model
        if (model === undefined) return [`${name}: there is no brand ${brand}`]
        return model === 'partner'
          ? [`${name}: ${brand} sells nothing itself, but by its partner`]
          : []
      }),
  )
  wrong.push(...pricesOutside(ccbill))
  if (wrong.length > 0) throw new SettingsError(wrong.join('\n'))
}

/** A free day costs nothing now, and is not for sale there. What renews costs the price without a code. */
function pricesOutside(ccbill: Ccbill | null): string[] {
  if (!ccbill) return []
  const [least, most] = ccbill.limits
  return [...ccbill.shops.keys()].flatMap((id) => {
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
