-- growing, local
-- kept: claims can follow from what was decided, and from what was not
-- number (decided_by)
create table removals (
  id bigint generated always as identity primary key,
  brand text not null references brands,
  kind text not null check (kind in ('child', 'intimate', 'illegal', 'copyright')),
  -- Addresses of ours and usernames, as they were given.
  targets text[] not null,
  details text not null,
  name text not null,
  email text not null,
  made_at timestamptz not null,
  -- `acted`: a decision about a text or an account answers it, which names it.
  outcome text check (outcome in ('removed', 'acted', 'refused')),
  reason text,
  decided_by bigint references accounts on delete set null,
  decided_at timestamptz,
  -- Of a trusted flagger, whose address is confirmed by the link in the receipt.
  is_trusted boolean not null default false,
  check ((outcome is null) = (decided_at is null))
);
create index removals_by on removals (lower(email), made_at);
create index removals_decided on removals (decided_at) where decided_at is not null;
create index removals_decided_by on removals (decided_by) where decided_by is not null;

-- One whose status ended stays, for what it asked.
-- bounded, reference
-- number (added_by, ended_by)
create table trusted_flaggers (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null,
  added_at timestamptz not null,
  added_by bigint not null references accounts,
  ended_at timestamptz,
  ended_by bigint references accounts
);
create unique index trusted_flaggers_email on trusted_flaggers (lower(email))
  where ended_at is null;
create index trusted_flaggers_added_by on trusted_flaggers (added_by);
create index trusted_flaggers_ended_by on trusted_flaggers (ended_by) where ended_by is not null;
