import { type Kysely, sql } from 'kysely'

/**
 * What members decide about themselves. Names that somebody gave up stay theirs for a while, so that nobody takes them
 * for another. Nothing read safe_mode before, so nobody chose it.
 */
const statements = [
  `alter table accounts
    add column shows_online boolean not null default true,
    add column shows_reading boolean not null default true,
    add column notes_visits boolean not null default true,
    add column locale text,
    add column username_changed_at timestamptz`,
  `create table former_usernames (
    username_key text primary key,
    username_look text not null,
    account_id bigint not null references accounts on delete cascade,
    given_up_at timestamptz not null
  )`,
  `create index former_usernames_look on former_usernames (username_look)`,
  `create index former_usernames_account on former_usernames (account_id)`,
  `create index former_usernames_given_up on former_usernames (given_up_at)`,
  // facts: what a member chose of each classifier (features/core/people/classifiers.ts), by its name.
  `alter table profiles
    add column facts jsonb not null default '{}',
    add column wished_age_from smallint,
    add column wished_age_to smallint,
    add column wished_km smallint,
    alter column safe_mode set default false`,
  `update profiles set safe_mode = false where safe_mode`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
