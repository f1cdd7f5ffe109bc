import { type Handler, handle } from '#api/call.server.ts'
import { fieldError } from '#api/errors.ts'
import { gazetteer } from './gazetteer.server.ts'
import { ownNamesIn } from './own-names.server.ts'
import { otherNames, regionNames } from './place-names.ts'
import { searchPlaces as searchPlacesContract } from './places.contract.ts'
import { foldPlaceName, type Place, withSaintsAlike } from './places.ts'
import { type LocatedPlace, placeAt } from './towns.server.ts'

const SUGGESTIONS = 8

export function placeById(id: number): LocatedPlace | null {
  const row = gazetteer().ids.indexOf(id)
  return row === -1 ? null : placeAt(row)
}

/** Names before words, larger towns first; other names match, too (`muenchen`, `東京` of Tokyo). */
export function searchPlaces(country: string, query: string, limit: number): LocatedPlace[] {
  for (const name of spellings(query)) {
    const rows = rowsMatching(country, name === '' ? ['\n'] : [`\n${name}`, ` ${name}`], limit)
    if (rows.length > 0) return rows.map(placeAt)
  }
  return []
}

/** `Springfield, Illinois`, or a bare name: the largest town with it. Null where none has it. */
export function resolvePlace(country: string, text: string): LocatedPlace | null {
  const region = withSaintsAlike(foldPlaceName(text.split(',')[1] ?? ''))
  for (const name of spellings(text)) {
    if (name === '') continue
    const named = rowsMatching(country, [`\n${name}\n`], 500).map(placeAt)
    const there = named.find((place) => region !== '' && isRegion(place, region))
    if (there ?? named[0]) return there ?? named[0] ?? null
  }
  return null
}

/**
 * What a field of places says: the place chosen in it, or the one that was typed since. Without the
 * page's script, typing takes no earlier choice away.
 */
export function placeInField(
  country: string,
  text: string,
  id: number | undefined,
): LocatedPlace | null {
  const chosen = id === undefined ? null : placeById(id)
  const isChosen = text === '' || spellings(text)[0] === spellings(chosen?.name ?? '')[0]
  return isChosen ? chosen : resolvePlace(country, text)
}

export function chosenPlace({
  country,
  place,
  placeId,
}: {
  country: string
  place: string
  placeId?: number | undefined
}): LocatedPlace {
  const found = placeInField(country, place, placeId)
  if (found?.country === country) return found
  throw fieldError('place', 'We do not know this place. Please choose the nearest larger town.')
}

export function largestTown(country: string): LocatedPlace {
  const [town] = searchPlaces(country, '', 1)
  if (town) return town
  throw fieldError('country', 'Please choose a country from the list.')
}

/** The name before any comma, saints alike, and with German ae, oe, ue as folded umlauts are. */
function spellings(typed: string): string[] {
  const name = withSaintsAlike(foldPlaceName(typed.split(',')[0] ?? ''))
  return [name, name.replaceAll(/([aou])e/g, '$1')]
}

export function townsOf(country: string): LocatedPlace[] {
  const { countries, isPart } = gazetteer()
  const { start, end } = countries.get(country) ?? { start: 0, end: 0 }
  const towns: LocatedPlace[] = []
  for (let row = start; row < end; row++) if (isPart[row] === 0) towns.push(placeAt(row))
  return towns
}

/** Folded names, one a line, by population: repeated `indexOf` finds matches in that order. */
type NameIndex = { text: string; lineStarts: Uint32Array; rows: Int32Array }

const indexes = new Map<string, NameIndex>()

function nameIndex(country: string): NameIndex {
  const known = indexes.get(country)
  if (known) return known
  const { countries, ids, nameOf } = gazetteer()
  const { start, end } = countries.get(country) ?? { start: 0, end: 0 }
  const own = ownNamesIn(country)
  const unused = new Map(Object.entries(otherNames[country] ?? {}))
  const lineStarts: number[] = []
  const rows: number[] = []
  let text = '\n'
  for (let row = start; row < end; row++) {
    const name = nameOf(row)
    // An alternative name belongs only to the largest town of the main name.
    for (const one of linesFor([
      name,
      ...(unused.get(name) ?? []),
      ...(own.get(ids[row] as number) ?? []),
    ])) {
      lineStarts.push(text.length)
      rows.push(row)
      text += `${one}\n`
    }
    unused.delete(name)
  }
  const index = { text, lineStarts: Uint32Array.from(lineStarts), rows: Int32Array.from(rows) }
  indexes.set(country, index)
  return index
}

/** As it is written, too, for whoever has typed no more than `saint`. */
function linesFor(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const folded = foldPlaceName(name)
    const alike = withSaintsAlike(folded)
    return alike === folded ? folded : [folded, alike]
  })
}

/** Rows of the first matching lines, pattern by pattern; each has the character before the name. */
function rowsMatching(country: string, patterns: string[], limit: number): number[] {
  const { text, lineStarts, rows } = nameIndex(country)
  const found = new Set<number>()
  for (const pattern of patterns) {
    let at = text.indexOf(pattern)
    while (at !== -1 && at + 1 < text.length && found.size < limit) {
      found.add(rows[lineOf(lineStarts, at + 1)] as number)
      at = text.indexOf(pattern, at + 1)
    }
  }
  return [...found]
}

function lineOf(lineStarts: Uint32Array, position: number): number {
  let low = 0
  let high = lineStarts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((lineStarts[middle] as number) <= position) low = middle
    else high = middle - 1
  }
  return low
}

function isRegion(place: Place, region: string): boolean {
  const names = Object.entries(regionNames[place.country] ?? {}).find(
    ([, name]) => name === place.region,
  )
  return (names ?? [place.region]).some((name) => withSaintsAlike(foldPlaceName(name)) === region)
}

export const placeHandlers: Handler[] = [
  handle(searchPlacesContract, async ({ query, headers }) => {
    headers.set('Cache-Control', 'max-age=3600')
    return { places: searchPlaces(query.country, query.query, SUGGESTIONS) }
  }),
]
