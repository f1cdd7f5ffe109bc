import { type Kysely, sql } from 'kysely'

/** Whose requests for removal come first (DSA Art. 22), and which requests were theirs. */
const statements = [
  `create table trusted_flaggers (
    id bigint generated always as identity primary key,
    name text not null,
    email text not null,
    added_at timestamptz not null,
    added_by bigint not null references accounts,
    ended_at timestamptz,
    ended_by bigint references accounts
  )`,
  `create unique index trusted_flaggers_email on trusted_flaggers (lower(email)) where ended_at is null`,
  `create index trusted_flaggers_added_by on trusted_flaggers (added_by)`,
  `create index trusted_flaggers_ended_by on trusted_flaggers (ended_by) where ended_by is not null`,
  `alter table removals add column is_trusted boolean not null default false`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
