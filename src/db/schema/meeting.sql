-- Links by which a member tells a friend about a date. Of the address only a hash is kept, and a
-- nonce from which the secret makes the address again for its owner. `meets_at` is what the clock
-- says where they meet.
-- growing, by account_id
-- erased (account_id): whoever has the link reads nothing any more
-- emptied (other_id): a friend still learns where somebody is, and not with whom
create table date_links (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  other_id bigint references accounts on delete set null,
  brand text not null,
  token_hash bytea not null unique,
  nonce bytea not null,
  place text not null,
  note text not null,
  meets_at text not null,
  utc_offset integer not null,
  hours integer not null,
  ends_at timestamptz not null,
  shows_name boolean not null,
  shows_photo boolean not null,
  shows_brand boolean not null,
  check_in_at timestamptz,
  created_at timestamptz not null
);
create index date_links_account on date_links (account_id, ends_at);
create index date_links_other on date_links (other_id);
create index date_links_ends on date_links (ends_at);
create index date_links_check_in on date_links (check_in_at) where check_in_at is not null;
