import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table saved_searches (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts on delete cascade,
    name text not null,
    query text not null,
    created_at timestamptz not null,
    unique (account_id, query)
  )`.execute(db)
}
