import { type Expression, sql } from 'kysely'
import type { Point } from '#core/places/places.ts'

const EARTH_RADIUS_KM = 6371.0088
const KM_A_DEGREE = (Math.PI * EARTH_RADIUS_KM) / 180

export type Circle = { centre: Point; km: number }

/** A circle as a statement is given it: the text depends on the number of boxes alone. */
export type Bounds = {
  latitude: number
  longitude: number
  across: number
  most: number
  boxes: readonly Box[]
  tiles: readonly number[]
}

export function boundsOf(circle: Circle): Bounds {
  const { latitude, longitude } = circle.centre
  return {
    latitude,
    longitude,
    // Haversine formula without square root and arcsine, which do not change the comparison.
    across: Math.cos(radians(latitude)),
    most: Math.sin(circle.km / EARTH_RADIUS_KM / 2) ** 2,
    boxes: boxesAround(circle),
    tiles: tilesAround(circle),
  }
}

export function isInCircle({
  latitude,
  longitude,
  across,
  most,
  boxes: around,
}: Bounds): Expression<boolean> {
  const boxes = around.map(
    ({ south, north, west, east }) =>
      sql<boolean>`(latitude between ${south}::float8 and ${north}::float8 and longitude between ${west}::float8 and ${east}::float8)`,
  )
  // PostgreSQL has no statistics of circles. For a `case` expression the planner assumes half of
  // the rows, and so keeps the ordered scan. The bounding box avoids the trigonometry for most
  // rows.
  return sql<boolean>`case when ${sql.join(boxes, sql` or `)} then
    power(sin(radians(latitude - ${latitude}::float8) / 2), 2)
    + ${across}::float8 * cos(radians(latitude)) * power(sin(radians(longitude - ${longitude}::float8) / 2), 2)
    <= ${most}::float8 else false end`
}

type Box = { south: number; north: number; west: number; east: number }

export function boxesAround({ centre, km }: Circle): Box[] {
  const latitudes = latitudesOf(centre, km)
  return longitudesOf(centre, km).map(([west, east]) => ({ ...latitudes, west, east }))
}

/**
 * Returns the tiles that a circle touches, numbered as in profiles.tile: rows of 360 from the
 * south-west.
 */
export function tilesAround(circle: Circle): number[] {
  return boxesAround(circle).flatMap(({ south, north, west, east }) =>
    steps(Math.max(-90, south) + 90, Math.min(89.99, north) + 90).flatMap((row) =>
      steps(west + 180, Math.min(179.99, east) + 180).map((column) => row * 360 + column),
    ),
  )
}

/** As profiles.tile. */
export function tileOf(latitude: number, longitude: number): number {
  return Math.floor(latitude + 90) * 360 + Math.floor(longitude + 180)
}

function steps(from: number, to: number): number[] {
  const first = Math.floor(from)
  return Array.from({ length: Math.floor(to) - first + 1 }, (_, index) => first + index)
}

/** Tolerance in degrees, because coordinates are stored as 32-bit floats. */
const SLACK = 0.001

function latitudesOf({ latitude }: Point, km: number): { south: number; north: number } {
  const reach = km / KM_A_DEGREE + SLACK
  return { south: latitude - reach, north: latitude + reach }
}

function longitudesOf(
  { latitude, longitude }: Point,
  km: number,
): Array<[west: number, east: number]> {
  const narrowest = Math.cos(radians(latitude))
  const sine = Math.sin(km / EARTH_RADIUS_KM) / narrowest
  // A circle around a pole contains every longitude.
  if (!(sine < 1)) return [[-180, 180]]
  const reach = (Math.asin(sine) * 180) / Math.PI + SLACK
  const west = longitude - reach
  const east = longitude + reach
  if (west < -180)
    return [
      [west + 360, 180],
      [-180, east],
    ]
  if (east > 180)
    return [
      [west, 180],
      [-180, east - 360],
    ]
  return [[west, east]]
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
