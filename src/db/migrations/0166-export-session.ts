import { type Kysely, sql } from 'kysely'

/** In which session somebody proved last who they are: it alone is given the file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table exports add column session_id bigint`.execute(db)
}
