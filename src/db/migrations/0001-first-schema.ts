import { type Kysely, sql } from 'kysely'

/** A state is a date, with an actor where needed. Unique indexes enforce uniqueness. No secret is stored in clear. */
const statements = [
  // The ids of the brands, for foreign keys and for the view visible_profiles.
  `create table brands (id text primary key)`,

  // owns_email is false if the address belonged to another account: the answer then does not tell who is a member.
  `create table accounts (
    id bigint generated always as identity primary key,
    brand text not null references brands,
    username text not null,
    email text not null,
    owns_email boolean not null default true,
    password_hash text not null,
    email_confirmed_at timestamptz,
    terms_version text not null,
    terms_accepted_at timestamptz not null,
    sensitive_data_accepted_at timestamptz not null,
    marketing_accepted_at timestamptz,
    sharing_accepted_at timestamptz,
    signup_ip inet,
    affiliate_id text,
    subid text,
    campaign_id integer,
    premium_until timestamptz,
    first_premium_at timestamptz,
    popunder_seen_at timestamptz,
    full_page_ad_due_at timestamptz,
    staff_since timestamptz,
    banned_at timestamptz,
    banned_by bigint references accounts,
    ban_reason text,
    deleted_at timestamptz,
    created_at timestamptz not null
  )`,
  `create unique index accounts_username on accounts (lower(username))`,
  `create unique index accounts_email on accounts (lower(email)) where owns_email`,
  `create index accounts_claimed_email on accounts (lower(email)) where not owns_email`,

  `create table onboarding_steps (
    account_id bigint not null references accounts on delete cascade,
    step text not null,
    opened_at timestamptz not null,
    done_at timestamptz,
    primary key (account_id, step)
  )`,

  `create table sessions (
    token_hash bytea primary key,
    id bigint generated always as identity unique,
    account_id bigint not null references accounts on delete cascade,
    brand text not null references brands,
    device text not null,
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  `create index sessions_account on sessions (account_id)`,

  `create table tokens (
    token_hash bytea primary key,
    purpose text not null,
    account_id bigint not null references accounts on delete cascade,
    brand text not null references brands,
    payload jsonb not null default '{}',
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index tokens_account on tokens (account_id, purpose)`,

  `create table rate_limits (
    key text primary key,
    window_ends_at timestamptz not null,
    hits integer not null
  )`,

  // Answers already given under an Idempotency-Key.
  `create table idempotency_keys (
    account_id bigint not null references accounts on delete cascade,
    key text not null,
    request_hash bytea not null,
    status smallint not null,
    answer jsonb not null,
    created_at timestamptz not null,
    primary key (account_id, key)
  )`,

  // Of a place only the centre of a 5 km cell is stored; search filters and orders by has_photo and last_seen_at.
  `create table profiles (
    account_id bigint primary key references accounts on delete cascade,
    brand text not null references brands,
    gender text not null check (gender in ('woman', 'man', 'couple', 'nonbinary')),
    looking_for text[] not null,
    birthday date not null,
    country char(2) not null,
    place_id integer not null,
    place_name text not null,
    region text not null,
    latitude real not null,
    longitude real not null,
    headline text not null default '',
    about text not null default '',
    shown_on_other_brands boolean not null default true,
    safe_mode boolean not null default true,
    has_photo boolean not null default false,
    hidden_at timestamptz,
    last_seen_at timestamptz not null,
    created_at timestamptz not null
  )`,

  `create table updates (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts on delete cascade,
    body text not null,
    created_at timestamptz not null
  )`,
  `create index updates_account on updates (account_id, created_at desc)`,

  `create table photos (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts on delete cascade,
    key text not null unique,
    width integer not null,
    height integer not null,
    placeholder text not null,
    description text not null default '',
    is_private boolean not null default false,
    is_primary boolean not null default false,
    approved_at timestamptz,
    approved_by bigint references accounts,
    rejected_at timestamptz,
    rejected_by bigint references accounts,
    reject_reason text,
    created_at timestamptz not null
  )`,
  `create index photos_account on photos (account_id, created_at)`,
  `create unique index photos_primary on photos (account_id) where is_primary`,
  `create index photos_to_review on photos (created_at) where approved_at is null and rejected_at is null`,

  `create table photo_grants (
    owner_id bigint not null references accounts on delete cascade,
    viewer_id bigint not null references accounts on delete cascade,
    requested_at timestamptz,
    granted_at timestamptz,
    refused_at timestamptz,
    primary key (owner_id, viewer_id)
  )`,

  `create table likes (
    liker_id bigint not null references accounts on delete cascade,
    liked_id bigint not null references accounts on delete cascade,
    created_at timestamptz not null,
    primary key (liker_id, liked_id),
    check (liker_id <> liked_id)
  )`,
  `create index likes_received on likes (liked_id, created_at desc)`,

  `create table matches (
    low_id bigint not null references accounts on delete cascade,
    high_id bigint not null references accounts on delete cascade,
    created_at timestamptz not null,
    primary key (low_id, high_id),
    check (low_id < high_id)
  )`,
  `create index matches_high on matches (high_id)`,

  `create table views (
    viewer_id bigint not null references accounts on delete cascade,
    viewed_id bigint not null references accounts on delete cascade,
    viewed_at timestamptz not null,
    primary key (viewer_id, viewed_id),
    check (viewer_id <> viewed_id)
  )`,
  `create index views_received on views (viewed_id, viewed_at desc)`,
  `create index views_made on views (viewer_id, viewed_at desc)`,

  `create table blocks (
    blocker_id bigint not null references accounts on delete cascade,
    blocked_id bigint not null references accounts on delete cascade,
    created_at timestamptz not null,
    primary key (blocker_id, blocked_id),
    check (blocker_id <> blocked_id)
  )`,
  `create index blocks_reverse on blocks (blocked_id, blocker_id)`,

  `create table tickers_seen (
    account_id bigint not null references accounts on delete cascade,
    ticker text not null,
    seen_at timestamptz not null,
    primary key (account_id, ticker)
  )`,

  `create table conversations (
    id bigint generated always as identity primary key,
    low_id bigint not null references accounts on delete cascade,
    high_id bigint not null references accounts on delete cascade,
    created_at timestamptz not null,
    unique (low_id, high_id),
    check (low_id < high_id)
  )`,
  `create table conversation_sides (
    conversation_id bigint not null references conversations on delete cascade,
    account_id bigint not null references accounts on delete cascade,
    other_id bigint not null references accounts on delete cascade,
    unread integer not null default 0 check (unread >= 0),
    last_read_at timestamptz,
    hidden_at timestamptz,
    last_message_id bigint,
    last_message_at timestamptz,
    primary key (account_id, other_id)
  )`,
  `create index conversation_sides_inbox on conversation_sides (account_id, last_message_at desc)`,
  `create index conversation_sides_conversation on conversation_sides (conversation_id)`,
  `create table messages (
    id bigint generated always as identity primary key,
    conversation_id bigint not null references conversations on delete cascade,
    sender_id bigint not null references accounts on delete cascade,
    kind text not null check (kind in ('text', 'magic')),
    body text not null,
    created_at timestamptz not null
  )`,
  `create index messages_conversation on messages (conversation_id, id desc)`,
  `create table message_reveals (
    account_id bigint not null references accounts on delete cascade,
    message_id bigint not null references messages on delete cascade,
    revealed_at timestamptz not null,
    primary key (account_id, message_id)
  )`,
  `create table message_attempts (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts on delete cascade,
    other_id bigint not null references accounts on delete cascade,
    attempted_at timestamptz not null
  )`,

  // An account's balance is the sum of its entries; a lot's rest is the sum of the lot's entries.
  `create table credit_lots (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts on delete cascade,
    source text not null check (source in ('purchase', 'grant', 'refund')),
    expires_at timestamptz,
    reference text not null,
    created_at timestamptz not null,
    unique (account_id, reference)
  )`,
  `create table credit_entries (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts on delete cascade,
    lot_id bigint not null references credit_lots on delete cascade,
    amount integer not null check (amount <> 0),
    reason text not null,
    reference text,
    created_at timestamptz not null
  )`,
  `create index credit_entries_account on credit_entries (account_id, lot_id) include (amount)`,

  `create table orders (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts,
    brand text not null references brands,
    keyword text not null,
    amount integer not null,
    currency char(3) not null,
    gateway_reference text unique,
    paid_at timestamptz,
    failed_at timestamptz,
    refunded_at timestamptz,
    created_at timestamptz not null
  )`,
  `create index orders_account on orders (account_id)`,
  `create table subscriptions (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts,
    brand text not null references brands,
    provider text not null,
    provider_reference text not null,
    plan text not null,
    started_at timestamptz not null,
    paid_until timestamptz not null,
    cancelled_at timestamptz,
    ended_at timestamptz,
    unique (provider, provider_reference)
  )`,
  `create index subscriptions_account on subscriptions (account_id)`,
  `create table webhook_events (
    provider text not null,
    event_id text not null,
    type text not null,
    payload jsonb not null,
    occurred_at timestamptz not null,
    received_at timestamptz not null,
    applied_at timestamptz,
    primary key (provider, event_id)
  )`,

  `create table mails (
    id bigint generated always as identity primary key,
    account_id bigint references accounts on delete set null,
    brand text not null references brands,
    kind text not null,
    recipient text not null,
    subject text not null,
    text_body text not null,
    html_body text not null,
    headers jsonb not null default '{}',
    queued_at timestamptz not null,
    next_try_at timestamptz not null,
    tries integer not null default 0,
    claimed_until timestamptz,
    sent_at timestamptz,
    failed_at timestamptz,
    last_error text
  )`,
  `create index mails_due on mails (next_try_at) where sent_at is null and failed_at is null`,
  `create table mail_suppressions (
    email_hash bytea not null,
    list text not null,
    since timestamptz not null,
    primary key (email_hash, list)
  )`,

  `create table reports (
    id bigint generated always as identity primary key,
    reporter_id bigint not null references accounts on delete cascade,
    reported_id bigint not null references accounts on delete cascade,
    brand text not null references brands,
    reason text not null,
    details text not null default '',
    created_at timestamptz not null,
    closed_at timestamptz,
    closed_by bigint references accounts,
    outcome text
  )`,
  `create index reports_open on reports (created_at) where closed_at is null`,
  `create table tickets (
    id bigint generated always as identity primary key,
    account_id bigint references accounts on delete set null,
    brand text not null references brands,
    email text not null,
    subject text not null,
    body text not null,
    created_at timestamptz not null,
    closed_at timestamptz,
    closed_by bigint references accounts
  )`,
  // No foreign keys, since the record outlives the account.
  `create table audit_log (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    actor_id bigint,
    action text not null,
    subject_id bigint,
    brand text,
    details jsonb not null default '{}'
  )`,
  `create index audit_log_subject on audit_log (subject_id, at desc)`,
  `create table events (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts on delete cascade,
    name text not null,
    at timestamptz not null
  )`,
  `create index events_account on events (account_id, name, at desc)`,

  // Every list, search, widget and message reads people here, so that a block, ban or deletion holds everywhere.
  `create view visible_profiles as
    select viewer.id as viewer_id, site.id as seen_on, profiles.*, accounts.username
    from profiles
    join accounts on accounts.id = profiles.account_id
    cross join accounts viewer
    cross join brands site
    where accounts.banned_at is null
      and accounts.deleted_at is null
      and profiles.hidden_at is null
      and profiles.account_id <> viewer.id
      and (profiles.brand = site.id or profiles.shown_on_other_brands)
      and not exists (select from blocks where blocker_id = viewer.id and blocked_id = profiles.account_id)
      and not exists (select from blocks where blocker_id = profiles.account_id and blocked_id = viewer.id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
