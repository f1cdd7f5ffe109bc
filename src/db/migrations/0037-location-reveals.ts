import { type Kysely, sql } from 'kysely'

const statements = [
  `create table location_reveals (
    account_id bigint not null references accounts on delete cascade,
    other_id bigint not null references accounts on delete cascade,
    revealed_at timestamptz not null,
    primary key (account_id, other_id)
  )`,
  `create index location_reveals_other on location_reveals (other_id)`,
  // A member's movements of credits, the newest first.
  `create index credit_entries_newest on credit_entries (account_id, id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
