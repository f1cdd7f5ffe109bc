import { distanceBands } from '#core/places/distances.ts'
import type { Point } from '#core/places/places.ts'
import type { Slice } from '#lib/slice.ts'
import type { Circle } from './circle.sql.ts'

type Ring = { circle: Circle | null; beyond: Circle | null }

/**
 * The bands in which distances are shown, the nearest first, up to `km`; null: with all who live
 * farther away. Within a band the distance decides nothing, so that the order says no more about a
 * place than the card does.
 */
export function ringsAround(centre: Point, km: number | null): Ring[] {
  const circle = (radius: number | null): Circle | null =>
    radius === null ? null : { centre, km: radius }
  const edges = [...distanceBands.filter((edge) => km === null || edge < km), km]
  return edges.map((edge, index) => ({
    circle: circle(edge),
    beyond: index === 0 ? null : circle(edges[index - 1] ?? null),
  }))
}

/** A slice of several lists one after another, of which each is read only as far as needed. */
export async function acrossParts(
  parts: ReadonlyArray<(slice: Slice) => Promise<number[]>>,
  { limit, offset }: Slice,
): Promise<number[]> {
  const found: number[] = []
  let skip = offset
  for (const part of parts) {
    const rows = await part({ limit: limit - found.length, offset: skip })
    found.push(...rows)
    if (found.length === limit) break
    // An empty answer may mean that the whole part lies before the slice.
    skip =
      rows.length > 0 || skip === 0 ? 0 : skip - (await part({ limit: skip, offset: 0 })).length
  }
  return found
}
