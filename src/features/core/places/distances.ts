/** Where roads are signed in miles; everywhere else in kilometres. */
const countriesOfMiles: ReadonlySet<string> = new Set(['GB', 'LR', 'MM', 'US'])

export const units = ['km', 'miles'] as const
export type Unit = (typeof units)[number]

function unitIn(country: string): Unit {
  return countriesOfMiles.has(country) ? 'miles' : 'km'
}

/** The unit that a member chose, or that of their country. */
export function unitOf(member: { distanceUnit: Unit | null; country: string }): Unit {
  return member.distanceUnit ?? unitIn(member.country)
}

/**
 * The edges of bands and the radii of searches are the same in both units: two units must not say
 * more than one.
 */
const milesOf: Record<number, number> = {
  5: 3,
  10: 6,
  25: 15,
  50: 30,
  100: 60,
  250: 150,
  500: 300,
}
const KM_A_MILE = 1.609344

function lengthIn(unit: Unit, km: number): number {
  return unit === 'km' ? km : (milesOf[km] ?? roundedMiles(km / KM_A_MILE))
}

/** As rough as the kilometres are. */
function roundedMiles(miles: number): number {
  const step = miles < 20 ? 1 : miles < 100 ? 5 : 10
  return Math.round(miles / step) * step
}

/** `60 miles`, `1,200 km`. */
export function lengthInWords(km: number, unit: Unit): string {
  return `${lengthIn(unit, km).toLocaleString('en')} ${unit}`
}

/** In km; even the first covers several cells, so that it does not reveal one. */
export const distanceBands = [10, 25, 50, 100, 250, 500] as const

export function distanceBand(km: number, unit: Unit): string {
  let from = 0
  for (const to of distanceBands) {
    if (km < to)
      return from === 0
        ? `under ${lengthInWords(to, unit)}`
        : `${lengthIn(unit, from)}–${lengthInWords(to, unit)}`
    from = to
  }
  return `over ${lengthInWords(from, unit)}`
}
