import { type Kysely, sql } from 'kysely'

/** What an objection to a closure for a grave breach is answered, while a second person has not agreed to it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table appeals add column answer jsonb`.execute(db)
}
