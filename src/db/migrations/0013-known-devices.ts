import { type Kysely, sql } from 'kysely'

/**
 * Known browsers are admitted while others guess the password. A guessed login is encrypted: it may be a stranger's.
 */
const statements = [
  `create table known_devices (
    device_hash bytea not null,
    account_id bigint not null references accounts on delete cascade,
    seen_at timestamptz not null,
    primary key (device_hash, account_id)
  )`,
  `create index known_devices_account on known_devices (account_id, seen_at)`,
  `create index known_devices_seen on known_devices (seen_at)`,

  `create table guessed_logins (
    id bigint generated always as identity primary key,
    brand text not null references brands,
    login text not null,
    guessed_at timestamptz not null
  )`,

  `alter table reset_requests
    add column device_hash bytea,
    add column account_id bigint references accounts on delete cascade,
    add column due_at timestamptz`,
  `create unique index reset_requests_waiting on reset_requests (account_id, brand) where account_id is not null`,
  `create index reset_requests_turn on reset_requests (coalesce(due_at, requested_at), id)`,

  `create table link_offers (
    session_id bigint primary key references sessions (id) on delete cascade,
    token_hash bytea not null references tokens on delete cascade,
    path text not null,
    offered_at timestamptz not null
  )`,
  `create index link_offers_token on link_offers (token_hash)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
