-- An encrypted copy of a picture that a list says nobody may see. `deleted_on`: a year later, or at
-- once where its decision never takes effect.
-- bounded, local
-- kept (account_id): it is preserved for an authority that may ask for it; its own job deletes it,
-- file first
-- number (kept_by)
create table preserved_pictures (
  id bigint generated always as identity primary key,
  decision_id bigint not null unique references decisions on delete cascade,
  -- Whose picture it is.
  account_id bigint not null references accounts,
  about_kind text not null check (about_kind in ('photo', 'viewOnce', 'chatPhoto')),
  about_id bigint not null,
  -- Of its file.
  key text not null unique,
  sha256 bytea,
  pdq bytea,
  lists text[] not null,
  kept_by bigint not null references accounts,
  kept_at timestamptz not null,
  deleted_on timestamptz not null
);
create index preserved_pictures_account on preserved_pictures (account_id);
create index preserved_pictures_kept_by on preserved_pictures (kept_by);
create index preserved_pictures_due on preserved_pictures (deleted_on);

-- A lead asks to see a copy, and another one agrees.
-- bounded, local
-- number (asked_by, answered_by)
create table preserved_asks (
  id bigint generated always as identity primary key,
  picture_id bigint not null references preserved_pictures on delete cascade,
  reason text not null,
  asked_by bigint not null references accounts,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  outcome text check (outcome in ('approved', 'refused', 'expired')),
  answered_by bigint references accounts,
  answered_at timestamptz,
  opens_until timestamptz,
  check (answered_by <> asked_by),
  check (opens_until is null or outcome = 'approved')
);
create unique index preserved_asks_waiting on preserved_asks (picture_id, asked_by)
  where outcome is null;
create index preserved_asks_picture on preserved_asks (picture_id);
create index preserved_asks_open on preserved_asks (expires_at) where outcome is null;
create index preserved_asks_asked_by on preserved_asks (asked_by);
create index preserved_asks_answered_by on preserved_asks (answered_by)
  where answered_by is not null;

-- What another organisation's list could be told of a hash.
-- bounded, local
-- number (decided_by, sent_by)
create table list_feedback (
  id bigint generated always as identity primary key,
  decision_id bigint not null references decisions on delete cascade,
  list text not null,
  kind text not null check (kind in ('sha256', 'pdq')),
  hash bytea not null,
  verdict text not null check (verdict in ('confirmed', 'wrong')),
  queued_at timestamptz not null,
  outcome text check (outcome in ('released', 'discarded')),
  decided_by bigint references accounts,
  decided_at timestamptz,
  sent_by bigint references accounts,
  sent_at timestamptz,
  check (num_nulls(outcome, decided_by, decided_at) in (0, 3)),
  check (num_nulls(sent_by, sent_at) in (0, 2)),
  check (sent_at is null or outcome = 'released')
);
create index list_feedback_decision on list_feedback (decision_id);
create index list_feedback_waiting on list_feedback (id) where outcome is null;
create index list_feedback_released on list_feedback (id)
  where outcome = 'released' and sent_at is null;
create index list_feedback_decided_by on list_feedback (decided_by) where decided_by is not null;
create index list_feedback_sent_by on list_feedback (sent_by) where sent_by is not null;
