import { type Kysely, sql } from 'kysely'

const presentColumns = `
  profiles.account_id, profiles.brand, profiles.gender, profiles.looking_for, profiles.birthday, profiles.country,
  profiles.place_id, profiles.place_name, profiles.region, profiles.latitude, profiles.longitude, profiles.headline,
  profiles.about, profiles.shown_on_other_brands, profiles.safe_mode, profiles.has_photo, profiles.hidden_at,
  profiles.last_seen_at, profiles.created_at, profiles.gone_at, profiles.tile, accounts.username,
  accounts.staff_since is not null as is_support, profiles.paused_at`

const rest = `people.account_id <> viewer
  and (people.brand = site or people.shown_on_other_brands)
  and people.account_id not in (
    select blocked_id from blocks where blocker_id = viewer
    union all
    select blocker_id from blocks where blocked_id = viewer
  )`

const statements = [
  // A departure is undone by deleting its row; `erasing_at` is when a process last began or resumed the erasure.
  `create table departures (
    account_id bigint primary key references accounts on delete cascade,
    brand text not null references brands,
    asked_at timestamptz not null,
    erase_at timestamptz not null,
    erasing_at timestamptz,
    erased_at timestamptz
  )`,
  `create index departures_due on departures (erase_at) where erased_at is null`,
  `create index departures_over on departures (erased_at) where erased_at is not null`,

  // The file of an export is in the database, so that every process can serve it and it goes with the account.
  `create table exports (
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
    failed_at timestamptz
  )`,
  `create unique index exports_running on exports (account_id) where ready_at is null and failed_at is null`,
  `create index exports_due on exports (asked_at) where ready_at is null and failed_at is null`,
  `create index exports_over on exports (coalesce(ready_at, failed_at))`,
  `create index exports_account on exports (account_id, id)`,
  `create table export_parts (
    export_id bigint not null references exports on delete cascade,
    part integer not null,
    bytes bytea not null,
    primary key (export_id, part)
  )`,
  `alter table export_parts alter column bytes set storage external`,

  // Pausing: hidden from everybody but those one has written with, who are found by known_to.
  `alter table profiles add column paused_at timestamptz`,
  `drop view visible_profiles`,
  `drop function visible_to`,
  `create or replace view present_profiles as
    select ${presentColumns}
    from profiles
    left join accounts on accounts.id = profiles.account_id
    where profiles.hidden_at is null and profiles.gone_at is null`,
  `create function visible_to(viewer bigint, site text) returns setof present_profiles
    language sql stable as $$
      select * from present_profiles people where people.paused_at is null and ${rest}
    $$`,
  `create function known_to(viewer bigint, site text) returns setof present_profiles
    language sql stable as $$
      select * from present_profiles people
      where (
          people.paused_at is null
          or exists (select from conversation_sides where account_id = viewer and other_id = people.account_id)
        )
        and ${rest}
    $$`,
  `create view visible_profiles as
    select viewer.id as viewer_id, site.id as seen_on, people.*
    from accounts viewer
    cross join brands site
    cross join lateral visible_to(viewer.id, site.id) people`,

  // A cancellation is reported to the card gateway by a job until the gateway confirms it.
  `alter table subscriptions
    add column cancel_asked_at timestamptz,
    add column cancel_told_at timestamptz,
    add column cancel_tried_at timestamptz`,
  `create index subscriptions_to_cancel on subscriptions (cancel_asked_at) where cancel_asked_at is not null and cancel_told_at is null`,

  // Erasure and export find the rows of one account by an index.
  `create index message_reveals_message on message_reveals (message_id)`,
  `create index message_attempts_account on message_attempts (account_id)`,
  `create index message_attempts_other on message_attempts (other_id)`,
  `create index photo_grants_viewer on photo_grants (viewer_id)`,
  `create index mails_account on mails (account_id) where account_id is not null`,
  `create index reports_reporter on reports (reporter_id)`,
  `create index second_factor_offers_account on second_factor_offers (account_id)`,

  // What is kept is deleted by a job when its period has ended.
  `create index audit_log_at on audit_log (at)`,
  `create index reports_closed on reports (closed_at) where closed_at is not null`,
  `create index tickets_over on tickets (closed_at) where closed_at is not null`,
  `create index orders_age on orders (created_at)`,
  `create index subscriptions_age on subscriptions (paid_until)`,
  `create index credit_lots_age on credit_lots (created_at)`,
  `create index webhook_events_age on webhook_events (received_at)`,
]

/** Leaving: departures, exports, pauses, and the end of what is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
