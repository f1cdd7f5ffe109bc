export const MIN_AGE = 18
export const MAX_AGE = 99

/** Search radii in km; the smallest is not finer than the grid cells that store places. */
export const radii = [5, 10, 25, 50, 100, 250] as const
export type Radius = (typeof radii)[number]

/** The ages that a newcomer is asked about first: ten years to either side of their own. */
export function agesAround(age: number): { from: number; to: number } {
  return { from: Math.max(MIN_AGE, age - 10), to: Math.min(MAX_AGE, age + 10) }
}

/** A distance as stored, or null where it is none of those offered. */
export function radiusOf(km: number | null): Radius | null {
  return radii.find((radius) => radius === km) ?? null
}
