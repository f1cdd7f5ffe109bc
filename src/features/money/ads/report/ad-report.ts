import { DAY, later } from '#lib/clock.ts'
import { brands } from '#sites/registry.ts'

/** The part of the report that an address names. */
export type AdPart = { brand: string; ad: string }

export function adPartOf(query: URLSearchParams): AdPart {
  const brand = query.get('brand') ?? ''
  return {
    brand: brands.some(({ id }) => id === brand) ? brand : '',
    ad: (query.get('ad') ?? '').slice(0, 40),
  }
}

export function adReportPath({ brand, ad }: AdPart): string {
  const query = new URLSearchParams()
  if (brand !== '') query.set('brand', brand)
  if (ad !== '') query.set('ad', ad)
  return query.size === 0 ? '/staff/ads' : `/staff/ads?${query.toString()}`
}

/** Clicks of a hundred views; a dash where there was no view. */
export function rateOf({ views, clicks }: { views: number; clicks: number }): string {
  return views === 0 ? '–' : `${((100 * clicks) / views).toFixed(1)} %`
}

const COUNTED_DAYS = 30

/** Of the counts that staff see; older ones are deleted. */
export function firstCountedDay(at: Date): string {
  return later(at, -(COUNTED_DAYS - 1) * DAY)
    .toISOString()
    .slice(0, 10)
}
