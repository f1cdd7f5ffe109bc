-- A piece of staff work. `due_hour`: the hour of `due_at` in UTC, by which queues are ordered.
-- growing, local
-- number (account_id, leased_by, skipped_by, closed_by)
create table tasks (
  id bigint generated always as identity primary key,
  queue text not null, -- type: QueueOfTask
  brand text not null references brands,
  account_id bigint references accounts on delete set null,
  subject_id bigint not null,
  priority smallint not null default 0,
  due_at timestamptz not null,
  due_hour timestamp not null
    generated always as (date_trunc('hour', due_at at time zone 'UTC')) stored,
  opened_at timestamptz not null,
  leased_by bigint references accounts on delete set null,
  leased_until timestamptz,
  skipped_by bigint references accounts on delete set null,
  skipped_until timestamptz,
  closed_at timestamptz,
  closed_by bigint references accounts on delete set null,
  outcome text,
  warned_at timestamptz,
  alarmed_at timestamptz,
  check ((closed_at is null) = (outcome is null)),
  check (leased_by is null or closed_at is null)
);
create unique index tasks_subject on tasks (queue, subject_id) where closed_at is null;
create index tasks_next on tasks (queue, due_hour, priority desc, opened_at, id)
  where closed_at is null;
create index tasks_brand_next on tasks (queue, brand, due_hour, priority desc, opened_at, id)
  where closed_at is null;
create index tasks_oldest on tasks (queue, opened_at) where closed_at is null;
create index tasks_account on tasks (account_id, id desc) where account_id is not null;
create index tasks_leased on tasks (leased_by) where leased_by is not null;
create index tasks_skipped on tasks (skipped_by) where skipped_by is not null;
create index tasks_closed on tasks (closed_by, closed_at) where closed_by is not null;
-- Half of the time between opening and deadline; in UTC, since only this is immutable.
create index tasks_half_time on tasks (
  ((opened_at at time zone 'UTC')
    + ((due_at at time zone 'UTC') - (opened_at at time zone 'UTC')) / 2)
) where closed_at is null and warned_at is null;
create index tasks_due on tasks (due_at) where closed_at is null and alarmed_at is null;
create index tasks_opened on tasks (opened_at);
create index tasks_ended on tasks (closed_at) where closed_at is not null;

-- Since when somebody of staff works without a pause, until when they see no hard queue, and from which
-- queues they take the next task.
-- bounded, by account_id
-- erased (account_id): nobody works any more
create table staff_shifts (
  account_id bigint primary key references accounts on delete cascade,
  began_at timestamptz not null,
  active_at timestamptz not null,
  no_hard_until timestamptz,
  takes_from text[] not null default '{}'
);

-- What was decided and can still be taken back; a row goes once it takes effect.
-- bounded, local
-- number (decided_by)
create table waiting_verdicts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('removals', 'appeals', 'poses')),
  about_id bigint not null,
  task_id bigint,
  answer jsonb not null,
  decided_by bigint not null,
  takes_effect_at timestamptz not null,
  unique (kind, about_id)
);
create index waiting_verdicts_due on waiting_verdicts (takes_effect_at);

-- Filters of a list of tasks that somebody of staff keeps under a name. `brand`: '' means all.
-- bounded, by account_id
-- erased (account_id): nobody works any more
create table staff_views (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  place text not null,
  name text not null,
  queues text[] not null,
  brand text not null,
  unique (account_id, place, name)
);
