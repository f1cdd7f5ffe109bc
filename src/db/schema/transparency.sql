-- What was said about a deadline that is no job’s, so that it is said once.
-- bounded, local
-- nobody: which deadlines staff were told of, by number, for 400 days
create table deadline_notes (
  deadline text not null,
  item text not null,
  level text not null check (level in ('warning', 'alarm')),
  at timestamptz not null,
  primary key (deadline, item, level)
);

-- bounded, local
-- nobody: sums of each report
create table transparency_reports (
  brand text not null references brands,
  from_day date not null,
  to_day date not null,
  made_at timestamptz not null,
  figures jsonb not null,
  primary key (brand, to_day, from_day)
);

-- Who used which site in a month (its first day), until the month is counted.
-- growing, by account_id
-- erased (account_id): who is gone is not counted by name
create table site_visits (
  month date not null,
  brand text not null references brands,
  account_id bigint not null references accounts,
  primary key (month, brand, account_id)
);
create index site_visits_account on site_visits (account_id);

-- By triggers: sessions begin in several places. A session that goes on is asked once a month.
create function note_site_visit() returns trigger language plpgsql as $$
begin
  insert into site_visits (month, brand, account_id)
    values (
      date_trunc('month', new.last_seen_at at time zone 'UTC')::date, new.brand, new.account_id)
    on conflict do nothing;
  return null;
end $$;
create trigger note_site_visit_begun after insert on sessions
  for each row execute function note_site_visit();
create trigger note_site_visit_of_month after update of last_seen_at on sessions
  for each row when (
    date_trunc('month', old.last_seen_at at time zone 'UTC')::date
      <> date_trunc('month', new.last_seen_at at time zone 'UTC')::date)
  execute function note_site_visit();

-- `members_in_eu`: those of them who live in the European Union.
-- bounded, local
-- nobody: how many members used a brand in each month
create table recipients (
  brand text not null references brands,
  month date not null,
  members integer not null check (members >= 0),
  members_in_eu integer not null,
  primary key (brand, month)
);

-- Orders of authorities, as staff recorded them.
-- growing, local
-- number (recorded_by)
create table authority_orders (
  id bigint generated always as identity primary key,
  brand text not null references brands,
  received_at timestamptz not null,
  authority text not null,
  country text not null,
  kind text not null check (kind in ('remove', 'information')),
  category text not null,
  outcome text check (outcome in ('done', 'partly', 'refused')),
  settled_at timestamptz,
  recorded_by bigint not null references accounts,
  check ((outcome is null) = (settled_at is null)),
  check (settled_at is null or settled_at >= received_at)
);
create index authority_orders_received on authority_orders (received_at desc, id desc);
create index authority_orders_brand on authority_orders (brand, received_at);
create index authority_orders_recorder on authority_orders (recorded_by);
