import { type Kysely, sql } from 'kysely'

/** What is not taken for somebody's own words of their mail is kept beside them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ticket_letters add column folded text not null default ''`.execute(db)
}
