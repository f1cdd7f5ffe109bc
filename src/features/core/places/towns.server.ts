import { countryName } from './country-name.ts'
import { gazetteer } from './gazetteer.server.ts'
import { regionNames } from './place-names.ts'
import { cellOf, distanceKm, type Place, type Point } from './places.ts'

/** A town with its own centre, which must not be stored for a person; store `cellOf` instead. */
export type LocatedPlace = Place & Point & { population: number }

/**
 * Minimum population of a town that is shown by name; a smaller one would reveal more than its
 * cell.
 */
export const NAMED_FROM = 15_000
/** Kilometres: people do not say they live near a town further away. */
const NAMED_WITHIN = 50

export function shownTown(place: LocatedPlace): LocatedPlace {
  return place.population >= NAMED_FROM
    ? place
    : (townOfCell(place.country, cellOf(place)) ?? place)
}

/** The nearest large town of the country, else the cell's largest; null for an uninhabited cell. */
function townOfCell(country: string, cell: Point): LocatedPlace | null {
  const { countries, latitudes, longitudes, populations, isPart } = gazetteer()
  const { start, end } = countries.get(country) ?? { start: 0, end: 0 }
  const pointOf = (row: number): Point => ({
    latitude: latitudes[row] as number,
    longitude: longitudes[row] as number,
  })
  let nearest = -1
  let least = NAMED_WITHIN
  // Rows are sorted by population: a country has hundreds of large towns, and tens of thousands of
  // others.
  for (let row = start; row < end && (populations[row] as number) >= NAMED_FROM; row++) {
    if (isPart[row] === 1 || Math.abs((latitudes[row] as number) - cell.latitude) > least / 111)
      continue
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
    if (Math.abs(latitude - cell.latitude) > 1e-4 || Math.abs(longitude - cell.longitude) > 1e-4)
      continue
    if (isPart[row] === 0) return placeAt(row)
    if (largestPart === -1) largestPart = row
  }
  return largestPart === -1 ? null : placeAt(largestPart)
}

export type PlaceColumns = Point & {
  country: string
  place_id: number
  place_name: string
  region: string
}

export function placeColumns(place: LocatedPlace): PlaceColumns {
  const { id, name, region } = shownTown(place)
  return { country: place.country, place_id: id, place_name: name, region, ...cellOf(place) }
}

export function placeAt(row: number): LocatedPlace {
  const { ids, nameOf, regionCodeOf, populations, latitudes, longitudes } = gazetteer()
  const country = countryAt(row)
  return {
    id: ids[row] as number,
    name: nameOf(row),
    region: regionNames[country]?.[regionCodeOf(row)] ?? countryName(country),
    country,
    population: populations[row] as number,
    latitude: latitudes[row] as number,
    longitude: longitudes[row] as number,
  }
}

function countryAt(row: number): string {
  for (const [country, { start, end }] of gazetteer().countries)
    if (row >= start && row < end) return country
  throw new RangeError(`the gazetteer has no row ${row}`)
}
