import { countryName } from './countries.ts'
import { gazetteer } from './gazetteer.server.ts'
import { regionNames } from './place-names.ts'
import { cellOf, distanceKm, type Place, type Point } from './places.ts'

/** A town with where it is: the town's own centre, which is not to be stored; `cellOf` is. */
export type LocatedPlace = Place & Point & { population: number }

/** A town of so many may be named; the name of a smaller place would say more than its cell. */
export const NAMED_FROM = 15_000
/** Kilometres: further away, a town is none that anybody would say they live near. */
const NAMED_WITHIN = 50

/** The town whose name is shown of a place: itself if it is large enough, else the one of its cell. */
export function shownTown(place: LocatedPlace): LocatedPlace {
  return place.population >= NAMED_FROM ? place : (townOfCell(place.country, cellOf(place)) ?? place)
}

/**
 * The town whose name stands for a cell, so that it is the same for all small places in it: the nearest large
 * one of the country, or the cell's largest where none is near. Null where nobody lives.
 */
export function townOfCell(country: string, cell: Point): LocatedPlace | null {
  const { countries, latitudes, longitudes, populations, isPart } = gazetteer()
  const { start, end } = countries.get(country) ?? { start: 0, end: 0 }
  const pointOf = (row: number): Point => ({ latitude: latitudes[row] as number, longitude: longitudes[row] as number })
  let nearest = -1
  let least = NAMED_WITHIN
  // The largest come first: a country has hundreds of these, and tens of thousands of the others.
  for (let row = start; row < end && (populations[row] as number) >= NAMED_FROM; row++) {
    // Most are ruled out by their latitude alone.
    if (isPart[row] === 1 || Math.abs((latitudes[row] as number) - cell.latitude) > least / 111) continue
    const distance = distanceKm(cell, pointOf(row))
    if (distance >= least) continue
    nearest = row
    least = distance
  }
  if (nearest !== -1) return placeAt(nearest)
  let largestPart = -1
  for (let row = start; row < end; row++) {
    if (Math.abs((latitudes[row] as number) - cell.latitude) > 0.1) continue
    const { latitude, longitude } = cellOf(pointOf(row))
    // The cell may come from 32-bit columns.
    if (Math.abs(latitude - cell.latitude) > 1e-4 || Math.abs(longitude - cell.longitude) > 1e-4) continue
    if (isPart[row] === 0) return placeAt(row)
    if (largestPart === -1) largestPart = row
  }
  return largestPart === -1 ? null : placeAt(largestPart)
}

export type PlaceColumns = Point & { country: string; place_id: number; place_name: string; region: string }

/** What is stored of a place in a member's profile: the town it shows as, and the centre of its 5 km cell. */
export function placeColumns(place: LocatedPlace): PlaceColumns {
  const { id, name, region } = shownTown(place)
  return { country: place.country, place_id: id, place_name: name, region, ...cellOf(place) }
}

/** The town in a row of the gazetteer. */
export function placeAt(row: number): LocatedPlace {
  const { ids, names, regionCodes, populations, latitudes, longitudes } = gazetteer()
  const country = countryAt(row)
  return {
    id: ids[row] as number,
    name: names[row] as string,
    region: regionNames[country]?.[regionCodes[row] as string] ?? countryName(country),
    country,
    population: populations[row] as number,
    latitude: latitudes[row] as number,
    longitude: longitudes[row] as number,
  }
}

function countryAt(row: number): string {
  for (const [country, { start, end }] of gazetteer().countries) if (row >= start && row < end) return country
  throw new RangeError(`the gazetteer has no row ${row}`)
}
