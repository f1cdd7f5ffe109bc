import { type Kysely, sql } from 'kysely'

/** The indexes of 0101-ages-in-order begin with the columns of these. */
const before = [
  'profiles_country_seen',
  'profiles_country_joined',
  'profiles_tile_gender_seen',
  'profiles_tile_gender_joined',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of before) await sql`drop index ${sql.id(name)}`.execute(db)
}
