-- growing, by viewer_id
-- erased (viewer_id, viewed_id): a visit tells of whom one looks for
create table views (
  viewer_id bigint not null references accounts on delete cascade,
  viewed_id bigint not null references accounts on delete cascade,
  viewed_at timestamptz not null,
  primary key (viewer_id, viewed_id),
  check (viewer_id <> viewed_id)
);
create index views_received on views (viewed_id, viewed_at desc);
create index views_made on views (viewer_id, viewed_at desc);

-- A linear-counting sketch of the accounts seen in this hour and in the one before.
-- growing, by account_id
-- erased (account_id): nobody looks at people any more
create table people_seen (
  account_id bigint primary key references accounts on delete cascade,
  started_at timestamptz not null,
  seen bit(8192) not null,
  before bit(8192) not null
) with (fillfactor = 50);
alter table people_seen alter column seen set storage plain;
alter table people_seen alter column before set storage plain;
create index people_seen_started on people_seen (started_at);

-- When a member last looked at home, and when they did so in the visit before this one.
-- growing, by account_id
-- erased (account_id): nobody looks at home any more
create table home_visits (
  account_id bigint primary key references accounts on delete cascade,
  seen_at timestamptz not null,
  since timestamptz
);

-- growing, by account_id
-- erased (account_id): nobody searches any more
create table saved_searches (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  name text not null,
  query text not null,
  created_at timestamptz not null,
  unique (account_id, query)
);
