-- growing, by account_id
-- erased (account_id): nobody looks at the counters any more
create table tickers_seen (
  account_id bigint not null references accounts on delete cascade,
  ticker text not null,
  seen_at timestamptz not null,
  primary key (account_id, ticker)
);

-- growing, by account_id
-- erased (account_id): nobody is shown a prompt any more
create table events (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  name text not null,
  at timestamptz not null
);
create index events_account on events (account_id, name, at desc);
