import { type Kysely, sql } from 'kysely'

/** What was decided about a member, until they say that they have read it: a mail goes to confirmed addresses alone. */
const statements = [
  `create table decision_notices (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts on delete cascade,
    decision_id bigint not null references decisions on delete cascade,
    what text not null check (what in ('decided', 'takenBack')),
    at timestamptz not null,
    seen_at timestamptz,
    unique (decision_id, what)
  )`,
  `create index decision_notices_account on decision_notices (account_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
