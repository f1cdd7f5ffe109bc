import { type Kysely, sql } from 'kysely'

/** A linear-counting sketch of the accounts seen in this hour and in the one before. */
const statements = [
  `create table people_seen (
    account_id bigint primary key references accounts on delete cascade,
    started_at timestamptz not null,
    seen bit(8192) not null,
    before bit(8192) not null
  ) with (fillfactor = 50)`,
  `alter table people_seen alter column seen set storage plain, alter column before set storage plain`,
  `create index people_seen_started on people_seen (started_at)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
