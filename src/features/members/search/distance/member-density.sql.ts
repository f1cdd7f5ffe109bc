import { sql } from 'kysely'
import { distanceKm } from '#core/places/places.ts'
import type { Db } from '#db/connection.server.ts'
import { MINUTE } from '#lib/clock.ts'
import { boxesAround, type Circle, tileOf } from './circle.sql.ts'

/** Number of members per grid cell, stored in columns, because each search scans all cells. */
type CellMap = {
  latitudes: Float32Array
  longitudes: Float32Array
  counts: Int32Array
  total: number
  at: Date
}

/** The cache may be stale, because the counts only choose the query plan, never the result. */
const CACHED_FOR = 10 * MINUTE

const maps = new WeakMap<Db, Promise<CellMap>>()

/** `within` a circle, of whom `byTile`; `inTiles`: in the whole of the tiles that it touches. */
export type MembersIn = {
  within: number
  inTiles: number
  total: number
  byTile: ReadonlyMap<number, number>
}

/** PostgreSQL has no statistics of circles, and counting by index costs as much as the search. */
export async function estimateMembersIn(db: Db, circle: Circle, at: Date): Promise<MembersIn> {
  const { latitudes, longitudes, counts, total } = await cellMapOf(db, at)
  const byTile = new Map<number, number>()
  let within = 0
  let inTiles = 0
  for (const box of boxesAround(circle)) {
    const [south, north, west, east] = [
      Math.floor(box.south),
      Math.floor(box.north) + 1,
      Math.floor(box.west),
      Math.floor(box.east) + 1,
    ]
    for (let cell = 0; cell < counts.length; cell += 1) {
      const latitude = latitudes[cell] as number
      const longitude = longitudes[cell] as number
      if (!(latitude >= south && latitude < north && longitude >= west && longitude < east))
        continue
      const count = counts[cell] as number
      inTiles += count
      if (distanceKm(circle.centre, { latitude, longitude }) > circle.km) continue
      within += count
      const tile = tileOf(latitude, longitude)
      byTile.set(tile, (byTile.get(tile) ?? 0) + count)
    }
  }
  return { within, inTiles, total, byTile }
}

async function cellMapOf(db: Db, at: Date): Promise<CellMap> {
  const known = maps.get(db)
  const map = await known
  if (map && at.getTime() - map.at.getTime() < CACHED_FOR) return map
  const drawn = loadCellMap(db, at)
  maps.set(db, drawn)
  // The old counts serve during the refresh; after a failure the next search tries again.
  drawn.catch(() => maps.delete(db))
  return map ?? drawn
}

const SAMPLE_PAGES = 1000

async function loadCellMap(db: Db, at: Date): Promise<CellMap> {
  const {
    rows: [size],
  } = await sql<{ pages: number }>`
    select (pg_relation_size('profiles') / current_setting('block_size')::int)::int as pages`.execute(
    db,
  )
  const share = Math.min(1, SAMPLE_PAGES / Math.max(1, size?.pages ?? 1))
  const { rows } = await sql<{ latitude: number; longitude: number; members: number }>`
    select latitude, longitude, count(*)::int as members
    from profiles tablesample system (${sql.lit(share * 100)})
    where hidden_at is null and gone_at is null
    group by latitude, longitude`.execute(db)
  const counts = Int32Array.from(rows, (row) => Math.round(row.members / share))
  return {
    latitudes: Float32Array.from(rows, (row) => row.latitude),
    longitudes: Float32Array.from(rows, (row) => row.longitude),
    counts,
    total: counts.reduce((sum, count) => sum + count, 0),
    at,
  }
}
