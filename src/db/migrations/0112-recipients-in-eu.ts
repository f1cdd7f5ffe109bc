import { type Kysely, sql } from 'kysely'

/** Null for the months that were counted before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table recipients add column members_in_eu integer`.execute(db)
}
