import { type Kysely, sql } from 'kysely'

const present = 'where hidden_at is null and gone_at is null'
const orders = { seen: 'last_seen_at', joined: 'created_at' }

/**
 * By tile alone, who looks for few in a crowded tile had everybody else there passed before a page was full. The
 * planner reads an index in order where it expects many rows (0016-tiles-in-order): a gender in a tile has a quarter.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, column] of Object.entries(orders)) {
    const columns = `tile, gender, has_photo desc, ${column} desc, account_id desc`
    await sql
      .raw(`create index profiles_tile_gender_${name} on profiles (${columns}) ${present}`)
      .execute(db)
    await sql.raw(`drop index profiles_tile_${name}`).execute(db)
  }
  await sql`alter table profiles alter column tile set (n_distinct = 12)`.execute(db)
  await sql`analyze profiles`.execute(db)
}
