import type { Kysely } from 'kysely'
import { createIndexConcurrently } from '../migrate.server.ts'

const present = 'where hidden_at is null and gone_at is null'
const orders = { seen: 'last_seen_at', joined: 'created_at' }

/**
 * By place and gender, with the birthday and the place at the end: whoever is not of the ages looked for, or lives in another
 * part of the tile, is passed in the index, without a look at the profile.
 */
export const isOutside = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [order, column] of Object.entries(orders)) {
    const rest = `gender, has_photo desc, ${column} desc, account_id desc, birthday`
    await createIndexConcurrently(
      db,
      `profiles_country_ages_${order}`,
      `on profiles (country, ${rest}) ${present}`,
    )
    await createIndexConcurrently(
      db,
      `profiles_tile_ages_${order}`,
      `on profiles (tile, ${rest}, latitude, longitude) ${present}`,
    )
    await createIndexConcurrently(
      db,
      `profiles_visits_${order}`,
      `on profiles (visits_tile, ${rest}) ${present} and visits_tile is not null`,
    )
  }
}
