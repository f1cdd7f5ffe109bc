-- A deleted update can be brought back for a while.
-- growing, by account_id
-- erased (account_id): what one tells of oneself goes with the profile
create table updates (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  body text not null,
  created_at timestamptz not null,
  deleted_at timestamptz
);
create index updates_account on updates (account_id, created_at desc);
create index updates_deleted on updates (deleted_at) where deleted_at is not null;
