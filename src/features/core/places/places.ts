export type Point = { latitude: number; longitude: number }

export type Place = { id: number; name: string; region: string; country: string }

export const PLACE_HINT =
  'Others see the nearest larger town, and about how far away you are; we keep an area five kilometres wide.'

const EARTH_RADIUS_KM = 6371.0088

/** 5.0 km, the smallest size of a cell in either direction. */
const CELL_DEGREES = 0.045

/** The only position stored of a person (decisions §4): the centre of a cell of 5 km or more. */
export function cellOf({ latitude, longitude }: Point): Point {
  const rows = 180 / CELL_DEGREES
  const row = Math.min(rows - 1, Math.max(0, Math.floor((latitude + 90) / CELL_DEGREES)))
  const middle = -90 + (row + 0.5) * CELL_DEGREES
  const columns = Math.max(1, Math.floor((360 * Math.cos(radians(middle))) / CELL_DEGREES))
  const width = 360 / columns
  const east = (((longitude + 180) % 360) + 360) % 360
  const column = Math.min(columns - 1, Math.floor(east / width))
  return { latitude: rounded(middle), longitude: rounded(-180 + (column + 0.5) * width) }
}

export function distanceKm(from: Point, to: Point): number {
  const sinLatitude = Math.sin(radians(to.latitude - from.latitude) / 2)
  const sinLongitude = Math.sin(radians(to.longitude - from.longitude) / 2)
  const chord =
    sinLatitude ** 2 +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * sinLongitude ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** Letters that Unicode does not decompose into a base letter and an accent. */
const wholeLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
}

/** To compare, without accents, case, punctuation: `Saint-Étienne` equals `saint etienne`. */
export function foldPlaceName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}|[’‘'`´ʼʻ]/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøđðþłıħŧŋ]/g, (letter) => wholeLetters[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const SAINT = /\b(?:saint|sainte|sankt|sint|ste) (?=.)/g

/** Of a folded name: `saint etienne` and `st etienne`, `sankt gallen` and `st gallen` are equal. */
export function withSaintsAlike(name: string): string {
  return name.replaceAll(SAINT, 'st ')
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5
}
