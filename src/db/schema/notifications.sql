-- A browser’s address for pushes: it ends with the session in which it was given, at sign-out at
-- the latest. `says_what`: it may be told what a notice is about.
-- growing, by account_id
-- erased (account_id): nobody is told of anything any more
create table push_subscriptions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  session_id bigint not null references sessions (id) on delete cascade,
  brand text not null references brands,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  kinds text[] not null,
  created_at timestamptz not null,
  says_what boolean not null default false
);
create index push_subscriptions_account on push_subscriptions (account_id);
create index push_subscriptions_session on push_subscriptions (session_id);

-- Of each kind at most one waits: several events are one push.
-- bounded, local
-- erased (other_id): nobody is called for somebody who is gone
create table pushes (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references push_subscriptions on delete cascade,
  kind text not null,
  next_try_at timestamptz not null,
  tries integer not null default 0,
  claimed_until timestamptz,
  -- Who did what it tells of, so that nobody is called for somebody whom they cannot see.
  other_id bigint references accounts on delete cascade,
  -- The part of the receiver's profile that it tells of, in words.
  about text,
  unique (subscription_id, kind)
);
create index pushes_due on pushes (next_try_at);
create index pushes_other on pushes (other_id);
