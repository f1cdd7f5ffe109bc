import { brandById, mainBrand } from '#sites/registry.ts'
import type { Threshold } from '../decisions.ts'

/** From how many strikes which act is recommended on a brand; in rising order. */
export function thresholdsOf(brand: string): readonly Threshold[] {
  return (brandById(brand) ?? mainBrand).enforcement.thresholds
}
