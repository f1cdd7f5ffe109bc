-- growing, by account_id
-- erased (account_id): nobody signs in any more
create table sessions (
  token_hash bytea primary key,
  id bigint generated always as identity unique,
  account_id bigint not null references accounts on delete cascade,
  brand text not null references brands,
  device text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  second_factor_at timestamptz,
  visit_started_at timestamptz,
  -- When somebody last did something, as far as a lock needs to know it.
  active_at timestamptz,
  locked_at timestamptz,
  pin_failures smallint not null default 0
);
create index sessions_account on sessions (account_id);
create index sessions_expiry on sessions (expires_at);
create trigger announce_update after update of token_hash, account_id, brand, second_factor_at
  on sessions
  for each row execute function announce_changed_account();
create trigger announce_earlier_end after update of expires_at on sessions
  for each row when (new.expires_at < old.expires_at) execute function announce_changed_account();
create trigger announce_delete after delete on sessions
  referencing old table as changed for each statement execute function announce_changed_rows();
create trigger announce_lock after update of locked_at on sessions
  for each row execute function announce_changed_account();

-- growing, local
-- nobody: counts that end within a day
create table rate_limits (
  key text primary key,
  window_ends_at timestamptz not null,
  hits integer not null
);
create index rate_limits_end on rate_limits (window_ends_at);

-- Answers already given under an Idempotency-Key.
-- growing, by account_id
-- erased (account_id): nothing is sent again
create table idempotency_keys (
  account_id bigint not null references accounts on delete cascade,
  key text not null,
  request_hash bytea not null,
  status smallint not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (account_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- The sessions that a decision ended, for as long as they would have lasted: their browsers alone
-- are told so.
-- growing, by account_id
-- erased (account_id): there is no account any more that was closed
create table closed_sessions (
  token_hash bytea primary key,
  account_id bigint not null references accounts on delete cascade,
  brand text not null,
  expires_at timestamptz not null
);
create index closed_sessions_account on closed_sessions (account_id);
create index closed_sessions_expiry on closed_sessions (expires_at);
