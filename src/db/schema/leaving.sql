-- A copy of one’s data. Its file is in the database, so that every process can serve it and it goes
-- with the account.
-- growing, by account_id
-- erased (account_id): a copy is of no use to anybody else
create table exports (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  brand text not null references brands,
  asked_at timestamptz not null,
  claimed_until timestamptz,
  tries integer not null default 0,
  done integer not null default 0,
  total integer not null default 0,
  bytes bigint not null default 0,
  ready_at timestamptz,
  failed_at timestamptz,
  -- In which somebody proved last who they are: it alone is given the file.
  session_id bigint
);
create unique index exports_running on exports (account_id)
  where ready_at is null and failed_at is null;
create index exports_due on exports (asked_at) where ready_at is null and failed_at is null;
create index exports_over on exports (coalesce(ready_at, failed_at));
create index exports_account on exports (account_id, id);

-- growing, local
-- nobody: the file goes with its export
create table export_parts (
  export_id bigint not null references exports on delete cascade,
  part integer not null,
  bytes bytea not null,
  primary key (export_id, part)
);
alter table export_parts alter column bytes set storage external;
