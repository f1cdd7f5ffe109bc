import { brands } from '#sites/registry.ts'
import { usualEnforcement, type Brand } from '#sites/site.ts'
import { type Numbers, numberWords } from './rules.ts'

/**
 * From which numbers rules fire, and the brands on which that differs: they are data of the brand.
 */
export function numbersByBrand(): Array<{
  what: string
  usual: number
  own: Array<{ brand: string; value: number }>
}> {
  return (Object.keys(numberWords) as Array<keyof Numbers>).map((name) => {
    const usual = usualEnforcement.fraud[name]
    const own = brands.map(({ name: brand, enforcement }) => ({
      brand,
      value: enforcement.fraud[name],
    }))
    return { what: numberWords[name], usual, own: own.filter(({ value }) => value !== usual) }
  })
}

type Steps = Brand['enforcement']['thresholds']

/**
 * From how many strikes which act is recommended: as usual, where `brand` is null, and on brands of
 * their own.
 */
export function thresholdsByBrand(): Array<{ brand: string | null; steps: Steps }> {
  const usual = usualEnforcement.thresholds
  const own = brands.map(({ name, enforcement }) => ({
    brand: name,
    steps: enforcement.thresholds,
  }))
  return [
    { brand: null, steps: usual },
    ...own.filter(({ steps }) => JSON.stringify(steps) !== JSON.stringify(usual)),
  ]
}
