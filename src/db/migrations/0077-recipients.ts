import { type Kysely, sql } from 'kysely'

const month = (moment: string) => `date_trunc('month', ${moment} at time zone 'UTC')::date`

/** What the transparency report says of recipients and of orders by authorities. */
const statements = [
  // Who used which site in a month; a job makes a number of it after the month, and deletes the rows.
  `create table site_visits (
    month date not null,
    brand text not null references brands,
    account_id bigint not null references accounts,
    primary key (month, brand, account_id)
  )`,
  `create index site_visits_account on site_visits (account_id)`,
  `create table recipients (
    brand text not null references brands,
    month date not null,
    members integer not null check (members >= 0),
    primary key (brand, month)
  )`,
  // By triggers: sessions begin in several places. A session that goes on is asked once a month.
  `create function note_site_visit() returns trigger language plpgsql as $$
  begin
    insert into site_visits (month, brand, account_id) values (${month('new.last_seen_at')}, new.brand, new.account_id) on conflict do nothing;
    return null;
  end
  $$`,
  `create trigger note_site_visit_begun after insert on sessions for each row execute function note_site_visit()`,
  `create trigger note_site_visit_of_month after update of last_seen_at on sessions for each row
    when (${month('old.last_seen_at')} <> ${month('new.last_seen_at')}) execute function note_site_visit()`,
  `insert into site_visits (month, brand, account_id)
    select distinct ${month('last_seen_at')}, brand, account_id from sessions
    where last_seen_at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'`,

  `create table authority_orders (
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
  )`,
  `create index authority_orders_received on authority_orders (received_at desc, id desc)`,
  `create index authority_orders_brand on authority_orders (brand, received_at)`,
  `create index authority_orders_recorder on authority_orders (recorded_by)`,
  `create index appeals_made on appeals (made_at)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
