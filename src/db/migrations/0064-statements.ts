import { type Kysely, sql } from 'kysely'

/**
 * What follows a decision: the statement of reasons, whole as it was given; the words that were taken, for as long as
 * they can be given back; sites that are closed to a member; appeals; and the agreement of a second person.
 */
const statements = [
  // How it came to notice, and the report whose author hears of it.
  `alter table decisions add column source text not null default 'own' check (source in ('report', 'check', 'own')), add column report_id bigint`,
  `create table statements (
    decision_id bigint primary key references decisions on delete cascade,
    words jsonb not null,
    made_at timestamptz not null
  )`,
  `create table removed_texts (
    decision_id bigint primary key references decisions on delete cascade,
    account_id bigint not null references accounts,
    words jsonb not null,
    removed_at timestamptz not null
  )`,
  `create index removed_texts_account on removed_texts (account_id)`,
  `create index removed_texts_removed on removed_texts (removed_at)`,
  `create table brand_closures (
    account_id bigint not null references accounts,
    brand text not null references brands,
    until timestamptz,
    primary key (account_id, brand)
  )`,
  `create index brand_closures_until on brand_closures (until) where until is not null`,
  // The look-up of a session reads them, and is remembered.
  ...(['insert', 'update', 'delete'] as const).map(
    (change) =>
      `create trigger announce_${change} after ${change} on brand_closures referencing ${change === 'insert' ? 'new' : 'old'} table as changed
        for each statement execute function announce_changed_rows()`,
  ),
  `create table appeals (
    id bigint generated always as identity primary key,
    decision_id bigint not null unique references decisions on delete cascade,
    account_id bigint not null references accounts,
    words text not null,
    made_at timestamptz not null,
    decided_by bigint references accounts,
    decided_at timestamptz,
    outcome text check (outcome in ('uphold', 'overturn', 'adjust')),
    note text,
    check ((outcome is null) = (decided_at is null))
  )`,
  `create index appeals_account on appeals (account_id)`,
  `create index appeals_decider on appeals (decided_by) where decided_by is not null`,
  `create table approvals (
    id bigint generated always as identity primary key,
    decision_id bigint not null unique references decisions on delete cascade,
    asked_by bigint not null references accounts,
    asked_at timestamptz not null,
    expires_at timestamptz not null,
    decided_by bigint references accounts,
    decided_at timestamptz,
    outcome text check (outcome in ('approved', 'refused', 'expired')),
    check (decided_by is null or decided_by <> asked_by),
    check ((outcome is null) = (decided_at is null))
  )`,
  `create index approvals_open on approvals (expires_at) where outcome is null`,
  `create index approvals_asker on approvals (asked_by)`,
  `create index approvals_decider on approvals (decided_by) where decided_by is not null`,
  `create index accounts_limited on accounts (limited_until) where limited_until is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
