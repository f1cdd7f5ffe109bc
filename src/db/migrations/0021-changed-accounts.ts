import { type Kysely, sql } from 'kysely'

/**
 * A session's look-up is remembered in each process (api/session-cache). Every change of what it reads is announced
 * here, so that no writer can forget it: to other processes as a notification, at the commit; to the connection that
 * wrote as a notice, before its statement is answered. A visit, which each member writes once a minute, is no change.
 */
const statements = [
  `create function announce_account(account text) returns void language plpgsql as $$
  begin
    perform pg_notify('account_changed', account);
    raise notice 'account_changed' using detail = account;
  end $$`,
  // Each process forgets all accounts rather than hear of thousands.
  `create function announce_changed_rows() returns trigger language plpgsql as $$
  declare
    accounts bigint[] := array(select distinct account_id from changed limit 101);
  begin
    if cardinality(accounts) > 100 then
      perform announce_account('all');
    else
      perform announce_account(account::text) from unnest(accounts) as account;
    end if;
    return null;
  end $$`,
  `create function announce_changed_account() returns trigger language plpgsql as $$
  begin
    if tg_table_name = 'accounts' then
      perform announce_account(old.id::text);
    else
      perform announce_account(old.account_id::text);
    end if;
    return null;
  end $$`,
  `create trigger announce_update after update of brand, username, email, owns_email, email_confirmed_at, premium_until, first_premium_at,
    sharing_accepted_at, subid, popunder_seen_at, full_page_ad_due_at, shows_online, shows_reading, notes_visits, locale,
    username_changed_at, staff_since, banned_at, deleted_at on accounts
    for each row execute function announce_changed_account()`,
  `create trigger announce_delete after delete on accounts for each row execute function announce_changed_account()`,
  `create trigger announce_update after update of gender, looking_for, birthday, birthday_corrected_at, country, place_name, region, latitude,
    longitude, paused_at, safe_mode, wished_age_from, wished_age_to, wished_km on profiles
    for each row execute function announce_changed_account()`,
  `create trigger announce_delete after delete on profiles for each row execute function announce_changed_account()`,
  `create trigger announce_update after update of token_hash, account_id, brand, second_factor_at on sessions
    for each row execute function announce_changed_account()`,
  `create trigger announce_earlier_end after update of expires_at on sessions
    for each row when (new.expires_at < old.expires_at) execute function announce_changed_account()`,
  `create trigger announce_delete after delete on sessions referencing old table as changed
    for each statement execute function announce_changed_rows()`,
  ...['terms_acceptances', 'onboarding_steps'].flatMap((table) => [
    `create trigger announce_insert after insert on ${table} referencing new table as changed
      for each statement execute function announce_changed_rows()`,
    `create trigger announce_update after update on ${table} referencing old table as changed
      for each statement execute function announce_changed_rows()`,
    `create trigger announce_delete after delete on ${table} referencing old table as changed
      for each statement execute function announce_changed_rows()`,
  ]),
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
