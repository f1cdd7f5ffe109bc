import { type Kysely, sql } from 'kysely'

/** What rules against fraud count and find: numbers, and hashes that are kept for a day; never a text or an address. */
const statements = [
  `create table fraud_letters (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts on delete cascade,
    other_id bigint not null,
    is_first boolean not null,
    text_hash bigint,
    has_contact boolean not null,
    asks_money boolean not null,
    at timestamptz not null
  )`,
  `create index fraud_letters_account on fraud_letters (account_id, at)`,
  `create index fraud_letters_other on fraud_letters (other_id)`,
  `create index fraud_letters_text on fraud_letters (text_hash, at) where text_hash is not null`,
  `create index fraud_letters_at on fraud_letters (at)`,
  // One row for a rule, an account and a day, however often the rule fires.
  `create table fraud_firings (
    id bigint generated always as identity primary key,
    rule text not null,
    account_id bigint not null references accounts on delete cascade,
    day date not null,
    features jsonb not null,
    shadow boolean not null,
    hits int not null default 1,
    at timestamptz not null,
    queued_as bigint,
    unique (rule, account_id, day)
  )`,
  `create index fraud_firings_account on fraud_firings (account_id, at)`,
  `create index fraud_firings_rule on fraud_firings (rule, at)`,
  `create index fraud_firings_at on fraud_firings (at)`,
  // Somebody who may not begin conversations for some time. \`review\`: until staff have looked, or the time is over.
  `create table fraud_limits (
    account_id bigint primary key references accounts on delete cascade,
    kind text not null check (kind in ('slow', 'review')),
    since timestamptz not null,
    until timestamptz not null
  )`,
  `create index fraud_limits_review on fraud_limits (account_id) where kind = 'review'`,
  `create index fraud_limits_until on fraud_limits (until)`,
  `create table fraud_switches (
    rule text primary key,
    shadow boolean not null,
    changed_at timestamptz not null,
    changed_by bigint not null references accounts
  )`,
  // The keyed hash of the mailbox of somebody who was banned for fraud, for three years.
  `create table fraud_identities (email_hash bytea primary key, since timestamptz not null)`,
  `create index fraud_identities_since on fraud_identities (since)`,
  `create index fraud_switches_by on fraud_switches (changed_by)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
