import { SettingsError } from '#settings.ts'
import { brandById } from '#sites/registry.ts'
import type { Known } from './processor.ts'
import { kinds } from './processors.server.ts'

/**
 * Throws SettingsError with a line for each shop of a brand that sells nothing, and each price that
 * is not charged.
 */
export function checkShops(settings: Known): void {
  const wrong = [
    ...settings.shops.flatMap(({ setting, brands }) =>
      brands.flatMap((brand) => {
        const model = brandById(brand)?.billing.model
        if (model === undefined) return [`${setting}: there is no brand ${brand}`]
        return model === 'partner'
          ? [`${setting}: ${brand} sells nothing itself, but by its partner`]
          : []
      }),
    ),
    ...Object.values(kinds).flatMap(({ wrongPrices }) => wrongPrices?.(settings) ?? []),
  ]
  if (wrong.length > 0) throw new SettingsError(wrong.join('\n'))
}
