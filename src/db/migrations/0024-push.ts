import { type Kysely, sql } from 'kysely'

const statements = [
  // A browser's address for pushes: it ends with the session in which it was given, at sign-out at the latest.
  `create table push_subscriptions (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts on delete cascade,
    session_id bigint not null references sessions (id) on delete cascade,
    brand text not null references brands,
    endpoint text not null unique,
    p256dh text not null,
    auth text not null,
    kinds text[] not null,
    created_at timestamptz not null
  )`,
  `create index push_subscriptions_account on push_subscriptions (account_id)`,
  `create index push_subscriptions_session on push_subscriptions (session_id)`,

  // Of each kind at most one waits: several events are one push.
  `create table pushes (
    id bigint generated always as identity primary key,
    subscription_id bigint not null references push_subscriptions on delete cascade,
    kind text not null,
    next_try_at timestamptz not null,
    tries integer not null default 0,
    claimed_until timestamptz,
    unique (subscription_id, kind)
  )`,
  `create index pushes_due on pushes (next_try_at)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
