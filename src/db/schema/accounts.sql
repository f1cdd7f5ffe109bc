-- A session's look-up is remembered in each process (api/session-cache). Every change of what it
-- reads is announced by triggers, so that no writer can forget it: to other processes as a
-- notification, at the commit; to the connection that wrote as a notice, before its statement is
-- answered. A visit, which each member writes once a minute, is no change.
create function announce_account(account text) returns void language plpgsql as $$
begin
  perform pg_notify('account_changed', account);
  raise notice 'account_changed' using detail = account;
end $$;

-- Each process forgets all accounts rather than hear of thousands.
create function announce_changed_rows() returns trigger language plpgsql as $$
declare
  accounts bigint[] := array(select distinct account_id from changed limit 101);
begin
  if cardinality(accounts) > 100 then
    perform announce_account('all');
  else
    perform announce_account(account::text) from unnest(accounts) as account;
  end if;
  return null;
end $$;

create function announce_changed_account() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'accounts' then
    perform announce_account(old.id::text);
  else
    perform announce_account(old.account_id::text);
  end if;
  return null;
end $$;

-- A state is a date, with an actor where needed. A suspended account is a closed one (`banned_at`)
-- that has an end, so that every place that leaves out closed accounts leaves it out.
-- growing, by id
-- number (banned_by)
-- emptied (id): name, address, password, consents and origin are overwritten; records that stay
-- belong to the number
create table accounts (
  id bigint generated always as identity primary key,
  brand text not null references brands,
  username text not null,
  email text not null,
  -- False if the address belonged to another account: the answer then does not tell who is a
  -- member.
  owns_email boolean not null default true,
  password_hash text not null,
  email_confirmed_at timestamptz,
  -- Null for staff, who have no profile.
  sensitive_data_accepted_at timestamptz,
  marketing_accepted_at timestamptz,
  sharing_accepted_at timestamptz,
  signup_ip inet,
  affiliate_id text,
  subid text,
  -- A partner's number, or the name of a campaign's page.
  campaign_id text,
  -- The code of the affiliate who was known at the join; empty: nobody's.
  source text not null default '',
  premium_until timestamptz,
  first_premium_at timestamptz,
  popunder_seen_at timestamptz,
  full_page_ad_due_at timestamptz,
  staff_since timestamptz,
  -- Closed by staff.
  banned_at timestamptz,
  banned_by bigint references accounts,
  ban_reason text,
  deleted_at timestamptz,
  created_at timestamptz not null,
  -- Folded forms of username and email for comparison; `username_look` also maps look-alike letters,
  -- and leaves out dashes and underscores.
  username_key text not null,
  username_look text not null,
  email_key text not null,
  -- Whether others see that the member is online, and that they have read; whether their visits are
  -- noted.
  shows_online boolean not null default true,
  shows_reading boolean not null default true,
  notes_visits boolean not null default true,
  -- The language of dates and times, as BCP 47; null: the site's own.
  locale text,
  -- How pages look: like the device, or always light or dark. Distances; null: as the country's roads.
  theme text not null default 'device' check (theme in ('device', 'light', 'dark')), -- type: 'device' | 'light' | 'dark'
  distance_unit text check (distance_unit in ('km', 'miles')), -- type: 'km' | 'miles'
  username_changed_at timestamptz,
  -- A quick way out, whether it ends the session, and a tab that names no brand.
  shows_exit boolean not null default false,
  exit_signs_out boolean not null default false,
  plain_title boolean not null default false,
  -- Null: no lock. The hash is of the PIN under our secret, as argon2id; null: only a passkey opens
  -- the lock.
  lock_after_minutes smallint check (lock_after_minutes in (1, 5, 15, 60)),
  lock_pin_hash text,
  -- Until when a closed account is; null: for good.
  suspended_until timestamptz,
  -- Until then the account sends no first messages.
  limited_until timestamptz,
  constraint accounts_suspended_check check (suspended_until is null or banned_at is not null)
);
create unique index accounts_username_key on accounts (username_key);
-- For the beginning of a name, byte by byte.
create index accounts_username_begins on accounts (username_key text_pattern_ops);
create unique index accounts_username_look on accounts (username_look);
create unique index accounts_email on accounts (email_key) where owns_email;
create index accounts_claimed_email on accounts (email_key) where not owns_email;
-- Lists and searches leave support out before they cut to a page.
create index accounts_staff on accounts (id) where staff_since is not null;
-- What the rules against fraud found of those whom an affiliate sent.
create index accounts_source on accounts (source, id) where source <> '';
create index accounts_suspended on accounts (suspended_until) where suspended_until is not null;
create index accounts_limited on accounts (limited_until) where limited_until is not null;
create trigger announce_delete after delete on accounts
  for each row execute function announce_changed_account();
create trigger announce_update after update of brand, username, email, owns_email,
  email_confirmed_at, premium_until, first_premium_at, sharing_accepted_at, subid, popunder_seen_at,
  full_page_ad_due_at, shows_online, shows_reading, notes_visits, locale, username_changed_at,
  staff_since, banned_at, deleted_at, shows_exit, exit_signs_out, plain_title, theme,
  distance_unit on accounts
  for each row execute function announce_changed_account();
create trigger announce_lock after update of lock_after_minutes on accounts
  for each row execute function announce_changed_account();

-- growing, local
-- erased (account_id): no link of ours leads to it any more
create table tokens (
  token_hash bytea primary key,
  purpose text not null,
  account_id bigint not null references accounts on delete cascade,
  brand text not null references brands,
  payload jsonb not null default '{}', -- type: Record<string, unknown>
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Also has `used_at`.
  voided_at timestamptz
);
create index tokens_account on tokens (account_id, purpose);
create index tokens_expiry on tokens (expires_at);

-- A job looks up the account later, so that the answer’s timing is equal for all addresses; the
-- address is encrypted.
-- growing, local
-- erased (account_id): there is no password to choose
create table reset_requests (
  id bigint generated always as identity primary key,
  brand text not null references brands,
  email text not null,
  requested_at timestamptz not null,
  device_hash bytea,
  account_id bigint references accounts on delete cascade,
  due_at timestamptz
);
create unique index reset_requests_waiting on reset_requests (account_id, brand)
  where account_id is not null;
create index reset_requests_turn on reset_requests (coalesce(due_at, requested_at), id);

-- Browsers that are admitted while others guess the password.
-- growing, by account_id
-- erased (account_id): no device signs in any more
create table known_devices (
  device_hash bytea not null,
  account_id bigint not null references accounts on delete cascade,
  seen_at timestamptz not null,
  primary key (device_hash, account_id)
);
create index known_devices_account on known_devices (account_id, seen_at);
create index known_devices_seen on known_devices (seen_at);

-- A guessed login is encrypted: it may be a stranger’s.
-- bounded, local
-- nobody: a login that was guessed, encrypted, for some minutes
create table guessed_logins (
  id bigint generated always as identity primary key,
  brand text not null references brands,
  login text not null,
  guessed_at timestamptz not null
);

-- A departure is undone by deleting its row; `erasing_at` is when a process last began or resumed
-- the erasure.
-- growing, by account_id
-- kept (account_id): it says that an account was erased, and when, by number
create table departures (
  account_id bigint primary key references accounts on delete cascade,
  brand text not null references brands,
  asked_at timestamptz not null,
  erase_at timestamptz not null,
  erasing_at timestamptz,
  erased_at timestamptz
);
create index departures_due on departures (erase_at) where erased_at is null;
create index departures_over on departures (erased_at) where erased_at is not null;

-- Names that somebody gave up stay theirs for a while, so that nobody takes them for another; one
-- that a decision took (`is_removed`) its member may not choose again either.
-- growing, by account_id
-- erased (account_id): a name that nobody bears any more is free
create table former_usernames (
  username_key text primary key,
  username_look text not null,
  account_id bigint not null references accounts on delete cascade,
  given_up_at timestamptz not null,
  is_removed boolean not null default false
);
create index former_usernames_look on former_usernames (username_look);
create index former_usernames_account on former_usernames (account_id);
create index former_usernames_given_up on former_usernames (given_up_at);

-- Passkeys, each of one brand, since a browser keeps them by host.
-- growing, by account_id
-- erased (account_id): no passkey signs in any more
create table passkeys (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  brand text not null references brands,
  credential_id bytea not null,
  public_key bytea not null,
  user_handle bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  unique (brand, credential_id)
);
create index passkeys_account on passkeys (account_id);

-- A challenge belongs to one browser, by the hash of its session’s token or of a cookie: one of a
-- purpose at a time, so that they cannot pile up.
-- growing, local
-- nobody: what a browser signs with its passkey, for five minutes
create table passkey_challenges (
  holder_hash bytea not null,
  purpose text not null,
  brand text not null references brands,
  challenge bytea not null,
  expires_at timestamptz not null,
  primary key (holder_hash, purpose)
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

-- Brands that are closed to a member.
-- growing, by account_id
-- erased (account_id): nobody signs in any more
create table brand_closures (
  account_id bigint not null references accounts,
  brand text not null references brands,
  until timestamptz,
  primary key (account_id, brand)
);
create index brand_closures_until on brand_closures (until) where until is not null;
create trigger announce_insert after insert on brand_closures
  referencing new table as changed for each statement execute function announce_changed_rows();
create trigger announce_update after update on brand_closures
  referencing old table as changed for each statement execute function announce_changed_rows();
create trigger announce_delete after delete on brand_closures
  referencing old table as changed for each statement execute function announce_changed_rows();

-- Changes of which the owner is told at `due_at`, many in one mail. `since`: the first of the
-- changes that wait, or of those that were told of last.
-- growing, by account_id
-- erased (account_id): nobody is to be told
create table account_changes (
  account_id bigint primary key references accounts on delete cascade,
  kinds text[] not null,
  due_at timestamptz,
  told_at timestamptz,
  since timestamptz not null
);
create index account_changes_due on account_changes (due_at) where due_at is not null;
