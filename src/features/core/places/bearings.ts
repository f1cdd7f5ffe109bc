import { lengthInWords, type Unit } from './distances.ts'
import { distanceKm, type Point } from './places.ts'

/** Clockwise from the north, an eighth of a circle each. */
const directions = [
  'north',
  'north-east',
  'east',
  'south-east',
  'south',
  'south-west',
  'west',
  'north-west',
] as const

/** Distances up to `to` km are rounded to `step`; none is finer than a cell. */
const steps = [
  { to: 50, step: 5 },
  { to: 200, step: 10 },
  { to: Infinity, step: 50 },
] as const

/**
 * How far and which way, in words. Both points are middles of cells (`cellOf`), so that looking
 * from several places leads to the cell at most.
 */
export function whereabouts(from: Point, to: Point, unit: Unit): string {
  const km = distanceKm(from, to)
  const step = steps.find((one) => km <= one.to)?.step ?? 50
  // Middles of different cells are more than 2.5 km apart.
  const rounded = Math.round(km / step) * step
  if (km < 1) return `In the same area as you, which is about ${lengthInWords(5, unit)} wide`
  return `About ${lengthInWords(Math.max(5, rounded), unit)} to the ${directionOf(from, to)} of you`
}

function directionOf(from: Point, to: Point): string {
  const [a, b] = [radians(from.latitude), radians(to.latitude)]
  const east = radians(to.longitude - from.longitude)
  const bearing = Math.atan2(
    Math.sin(east) * Math.cos(b),
    Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(east),
  )
  const eighth = Math.round(bearing / (Math.PI / 4))
  return directions[(eighth + 8) % 8] as string
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
