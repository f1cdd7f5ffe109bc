import { brand as adultcrush } from './adultcrush/brand.ts'
import { brand as discreetcrush } from './discreetcrush/brand.ts'
import { brand as foxytemptation } from './foxytemptation/brand.ts'
import { brand as localhussies } from './localhussies/brand.ts'
import { brand as meetwives } from './meetwives/brand.ts'
import { brand as megaflirt } from './megaflirt/brand.ts'
import { type Brand, brandSchema } from './site.ts'
import { brand as steamymatches } from './steamymatches/brand.ts'
import { brand as steamyplay } from './steamyplay/brand.ts'
import { brand as truebootycall } from './truebootycall/brand.ts'
import { brand as wivesnow } from './wivesnow/brand.ts'
import { brand as xmeeting } from './xmeeting/brand.ts'

/** All brands, the main brand first, in the order of the specification's route table. */
export const brands: readonly Brand[] = [
  adultcrush,
  wivesnow,
  xmeeting,
  meetwives,
  megaflirt,
  steamyplay,
  steamymatches,
  localhussies,
  discreetcrush,
  truebootycall,
  foxytemptation,
].map((brand) => brandSchema.parse(brand))

export const mainBrand = brands[0] as Brand

const byId = new Map(brands.map((brand) => [brand.id, brand]))

export function brandById(id: string): Brand | undefined {
  return byId.get(id)
}
