import { type Kysely, sql } from 'kysely'

/** The sessions that a decision ended, for as long as they would have lasted: their browsers alone are told so. */
const statements = [
  `create table closed_sessions (
    token_hash bytea primary key,
    account_id bigint not null references accounts on delete cascade,
    brand text not null,
    expires_at timestamptz not null
  )`,
  `create index closed_sessions_account on closed_sessions (account_id)`,
  `create index closed_sessions_expiry on closed_sessions (expires_at)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
