import { type Kysely, sql } from 'kysely'

const present = 'where hidden_at is null and gone_at is null'
/** Each is read from its beginning until a page is full: members with a photo, then those without. */
const orders = [
  ['profiles_seen', 'has_photo desc, last_seen_at desc'],
  ['profiles_country_seen', 'country, gender, has_photo desc, last_seen_at desc'],
  ['profiles_tile_seen', 'tile, has_photo desc, last_seen_at desc'],
  ['profiles_joined', 'has_photo desc, created_at desc'],
  ['profiles_country_joined', 'country, gender, has_photo desc, created_at desc'],
  ['profiles_tile_joined', 'tile, has_photo desc, created_at desc'],
] as const

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, columns] of orders) {
    await sql.raw(`drop index if exists ${name}`).execute(db)
    await sql
      .raw(`create index ${name} on profiles (${columns}, account_id desc) ${present}`)
      .execute(db)
  }
}
