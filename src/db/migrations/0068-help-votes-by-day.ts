import { type Kysely, sql } from 'kysely'

/** Old counts are deleted by their day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index help_votes_day on help_votes (day)`.execute(db)
}
