-- `contact_id`: the blocked address that the block was made for; 0 where the member chose it.
-- growing, by blocker_id
-- erased (blocker_id, blocked_id): who is gone is seen by nobody
create table blocks (
  blocker_id bigint not null references accounts on delete cascade,
  blocked_id bigint not null references accounts on delete cascade,
  created_at timestamptz not null,
  contact_id bigint not null default 0,
  primary key (blocker_id, blocked_id, contact_id),
  check (blocker_id <> blocked_id)
);
create index blocks_reverse on blocks (blocked_id, blocker_id);

-- A block is between two: their counters alone are counted again (people.sql).
create function announce_visibility(account text) returns void language plpgsql as $$
begin
  perform pg_notify('visibility_changed', account);
  raise notice 'visibility_changed' using detail = account;
end $$;
create function announce_blocks() returns trigger language plpgsql as $$
declare
  accounts bigint[] := array(
    select blocker_id from changed union select blocked_id from changed limit 101);
begin
  if cardinality(accounts) > 100 then
    perform announce_visibility('all');
  else
    perform announce_visibility(account::text) from unnest(accounts) as account;
  end if;
  return null;
end $$;
create trigger announce_insert after insert on blocks
  referencing new table as changed for each statement execute function announce_blocks();
create trigger announce_delete after delete on blocks
  referencing old table as changed for each statement execute function announce_blocks();

-- growing, local
-- kept (reporter_id, reported_id): members are to be safe from somebody who leaves and joins again,
-- and a decision can be objected to
-- number (closed_by)
create table reports (
  id bigint generated always as identity primary key,
  reporter_id bigint not null references accounts on delete cascade,
  reported_id bigint not null references accounts on delete cascade,
  brand text not null references brands,
  reason text not null,
  details text not null default '',
  created_at timestamptz not null,
  closed_at timestamptz,
  closed_by bigint references accounts,
  outcome text,
  -- The words that the report is about, as they were.
  quoted text
);
create index reports_open on reports (created_at) where closed_at is null;
create index reports_reporter on reports (reporter_id);
create index reports_closed on reports (closed_at) where closed_at is not null;
create index reports_reported on reports (reported_id);

-- Addresses of people whom a member does not want to meet here, as keyed hashes. `ends_at`: lifted,
-- and hides until then.
-- growing, by account_id
-- erased (account_id): who is gone is seen by nobody
create table blocked_contacts (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  contact_hash bytea not null,
  created_at timestamptz not null,
  ends_at timestamptz,
  unique (account_id, contact_hash)
);
create index blocked_contacts_hash on blocked_contacts (contact_hash);
create index blocked_contacts_ending on blocked_contacts (ends_at, account_id)
  where ends_at is not null;

-- A photo that a report keeps for those who decide on it.
-- growing, local
-- nobody: a picture that a report keeps; it goes with the report
create table report_photos (
  report_id bigint primary key references reports on delete cascade,
  key text not null unique
);

-- What a report keeps as it was: it outlives the messages, photos and accounts that it shows, until
-- some time after the decision.
-- growing, local
-- kept: whoever deletes what they were reported for does not end the report
create table report_evidence (
  report_id bigint primary key references reports on delete cascade,
  messages jsonb not null, -- type: EvidenceMessage[]
  profile jsonb not null, -- type: EvidenceProfile
  photos jsonb not null, -- type: EvidencePhoto[]
  taken_at timestamptz not null,
  closed_at timestamptz
);
create index report_evidence_closed on report_evidence (closed_at) where closed_at is not null;

-- Whose reports open no job for a while.
-- bounded, by account_id
-- erased (account_id): who is gone reports nobody
-- number (muted_by)
create table muted_reporters (
  account_id bigint primary key references accounts on delete cascade,
  until timestamptz not null,
  muted_at timestamptz not null,
  muted_by bigint references accounts
);
create index muted_reporters_by on muted_reporters (muted_by);

-- Blocks by e-mail address that nobody sees yet: who vanished at once would have the address.
-- growing, by blocker_id
-- erased (blocker_id, blocked_id): who is gone is seen by nobody
create table coming_blocks (
  blocker_id bigint not null references accounts on delete cascade,
  blocked_id bigint not null references accounts on delete cascade,
  contact_id bigint not null,
  takes_effect_at timestamptz not null,
  primary key (blocker_id, blocked_id, contact_id)
);
create index coming_blocks_blocked on coming_blocks (blocked_id);
create index coming_blocks_contact on coming_blocks (contact_id);
create index coming_blocks_due on coming_blocks (takes_effect_at, blocker_id);
