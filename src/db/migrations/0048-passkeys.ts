import { type Kysely, sql } from 'kysely'

/**
 * Passkeys, each of one brand, since a browser keeps them by host. A challenge belongs to one browser, by the hash of
 * its session's token or of a cookie: one of a purpose at a time, so that they cannot pile up.
 */
const statements = [
  `create table passkeys (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts on delete cascade,
    brand text not null references brands,
    credential_id bytea not null,
    public_key bytea not null,
    user_handle bytea not null,
    sign_count bigint not null,
    transports text[] not null,
    name text not null,
    created_at timestamptz not null,
    last_used_at timestamptz,
    unique (brand, credential_id)
  )`,
  `create index passkeys_account on passkeys (account_id)`,
  `create table passkey_challenges (
    holder_hash bytea not null,
    purpose text not null,
    brand text not null references brands,
    challenge bytea not null,
    expires_at timestamptz not null,
    primary key (holder_hash, purpose)
  )`,
  `create index passkey_challenges_expiry on passkey_challenges (expires_at)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
