import { type Kysely, sql } from 'kysely'
import { gazetteer } from '../../features/core/places/gazetteer.server.ts'
import { NAMED_FROM, townOfCell } from '../../features/core/places/towns.server.ts'

const BATCH = 5000

type Stored = { place_id: number; country: string; latitude: number; longitude: number }

/** Members of small places are shown with the nearest larger town. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { ids, populations } = gazetteer()
  const large = new Set(ids.filter((_, row) => (populations[row] as number) >= NAMED_FROM))
  const { rows } =
    await sql<Stored>`select distinct place_id, country, latitude, longitude from profiles`.execute(
      db,
    )
  const changes = rows
    .filter(({ place_id }) => !large.has(place_id))
    .flatMap((stored) => {
      const town = townOfCell(stored.country, stored)
      return town && town.id !== stored.place_id ? [{ stored, town }] : []
    })
  for (let from = 0; from < changes.length; from += BATCH) {
    const batch = changes.slice(from, from + BATCH)
    const list = (value: (change: (typeof batch)[number]) => unknown, type: string) =>
      sql`${batch.map(value)}::${sql.raw(type)}[]`
    await sql`
      update profiles set place_id = shown.place_id, place_name = shown.place_name, region = shown.region
      from unnest(
        ${list(({ stored }) => stored.place_id, 'integer')}, ${list(({ stored }) => stored.country, 'text')},
        ${list(({ stored }) => stored.latitude, 'real')}, ${list(({ stored }) => stored.longitude, 'real')},
        ${list(({ town }) => town.id, 'integer')}, ${list(({ town }) => town.name, 'text')}, ${list(({ town }) => town.region, 'text')}
      ) as shown (stored_id, country, latitude, longitude, place_id, place_name, region)
      where profiles.place_id = shown.stored_id and profiles.country = shown.country
        and profiles.latitude = shown.latitude and profiles.longitude = shown.longitude`.execute(db)
  }
}
