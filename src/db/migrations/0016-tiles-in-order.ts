import { type Kysely, sql } from 'kysely'

/**
 * Members crowd in few tiles, so that the average says nothing about a town: planned by it, a search sorts everybody
 * in London instead of reading profiles_tile_seen in order until the page is full. With fifty tiles assumed, the
 * planner expects many members in each and reads in order, which costs the same where there are few.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table profiles alter column tile set (n_distinct = 50)`.execute(db)
  await sql`analyze profiles`.execute(db)
}
