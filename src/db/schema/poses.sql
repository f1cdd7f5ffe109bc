-- A photo in a pose, which staff compare with the main photo. `key`: of its file, until there is an
-- outcome.
-- growing, by account_id
-- erased (account_id): the mark went with the profile; a photo that waits goes first, so that a row
-- says what is left to do
-- number (decided_by)
create table pose_checks (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  pose text not null,
  asked_at timestamptz not null,
  sent_at timestamptz,
  key text unique,
  outcome text check (outcome in ('approved', 'refused', 'withdrawn', 'lapsed')),
  reason text,
  decided_by bigint references accounts on delete set null,
  decided_at timestamptz,
  check ((outcome is null) = (decided_at is null)),
  check (key is null or (sent_at is not null and outcome is null))
);
create index pose_checks_account on pose_checks (account_id, id desc);
create index pose_checks_waiting on pose_checks (sent_at, id)
  where sent_at is not null and outcome is null;
create index pose_checks_decided on pose_checks (decided_by) where decided_by is not null;
