import { type Kysely, sql } from 'kysely'

/** Null for what was noted before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account_changes add column since timestamptz`.execute(db)
}
