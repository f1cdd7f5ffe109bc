import { type Kysely, sql } from 'kysely'

/** When a member last looked at home, and when they did so in the visit before this one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table home_visits (
    account_id bigint primary key references accounts on delete cascade,
    seen_at timestamptz not null,
    since timestamptz
  )`.execute(db)
}
