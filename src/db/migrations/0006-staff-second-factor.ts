import { type Kysely, sql } from 'kysely'

/** An offer becomes the factor with its first code. Secrets are encrypted and recovery codes hashed (assurance 8). */
const statements = [
  `alter table sessions add column second_factor_at timestamptz`,
  `create table second_factors (
    account_id bigint primary key references accounts on delete cascade,
    sealed_secret text not null,
    last_step bigint not null,
    confirmed_at timestamptz not null
  )`,
  `create table second_factor_offers (
    session_id bigint primary key references sessions (id) on delete cascade,
    account_id bigint not null references accounts on delete cascade,
    sealed text not null,
    offered_at timestamptz not null
  )`,
  `create table recovery_codes (
    account_id bigint not null references second_factors on delete cascade,
    code_hash bytea not null,
    used_at timestamptz,
    primary key (account_id, code_hash)
  )`,
  `alter table tickets add column answer text`,
  `create index tickets_open on tickets (created_at, id) where closed_at is null`,
  `create index tickets_closed on tickets (closed_at desc, id) where closed_at is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
