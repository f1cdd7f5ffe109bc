-- An account’s balance is the sum of its entries; a lot’s rest is the sum of the lot’s entries.
-- growing, by account_id
-- kept (account_id): tax law asks for records of payments; they are kept by number
create table credit_lots (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  source text not null check (source in ('purchase', 'grant', 'refund')),
  expires_at timestamptz,
  reference text not null,
  created_at timestamptz not null,
  written_off_at timestamptz,
  unique (account_id, reference)
);
create index credit_lots_to_write_off on credit_lots (expires_at)
  where written_off_at is null and expires_at is not null;
create index credit_lots_age on credit_lots (created_at);

-- growing, by account_id
-- kept (account_id): tax law asks for records of payments; they are kept by number; deleted with
-- their lots
create table credit_entries (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  lot_id bigint not null references credit_lots on delete cascade,
  amount integer not null check (amount <> 0),
  reason text not null,
  reference text,
  created_at timestamptz not null
);
create index credit_entries_account on credit_entries (account_id, lot_id) include (amount);
create index credit_entries_newest on credit_entries (account_id, id);

-- growing, by account_id
-- kept (account_id): tax law asks for records of payments; they are kept by number
create table orders (
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
  created_at timestamptz not null,
  withdrawn_at timestamptz,
  -- What a renewal costs where that is not `amount`: after a free trial.
  renewal_amount integer,
  is_trial boolean not null default false,
  charged_back_at timestamptz,
  -- A code by which `amount` is less than the brand's price.
  promo_code text,
  -- When a processor without a list of payments is asked about it again.
  compare_at timestamptz
);
create index orders_account on orders (account_id);
create index orders_age on orders (created_at);
create unique index orders_trial on orders (account_id) where is_trial;
create index orders_promo on orders (account_id, promo_code)
  where promo_code is not null and paid_at is not null;
create index orders_by_code on orders (brand, promo_code)
  where promo_code is not null and paid_at is not null;
create index orders_to_compare on orders (compare_at) where compare_at is not null;

-- growing, by account_id
-- kept (account_id): tax law asks for records of payments; they are kept by number
create table subscriptions (
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
  -- Set by us; `cancel_confirmed_at` is set when the gateway confirmed it.
  cancel_asked_at timestamptz,
  cancel_confirmed_at timestamptz,
  cancel_tried_at timestamptz,
  order_id bigint references orders on delete set null,
  -- Of the last charge.
  period_from timestamptz,
  remind_at timestamptz,
  reminded_at timestamptz,
  -- The day by which the buyer ended it; null: as soon as possible, or not at all.
  end_on date,
  unique (provider, provider_reference)
);
create index subscriptions_account on subscriptions (account_id);
create index subscriptions_to_cancel on subscriptions (cancel_asked_at)
  where cancel_asked_at is not null and cancel_confirmed_at is null;
create index subscriptions_age on subscriptions (paid_until);
create index subscriptions_order on subscriptions (order_id) where order_id is not null;
create index subscriptions_to_remind on subscriptions (remind_at) where remind_at is not null;

-- growing, local
-- kept: tax law asks for records of payments; they are kept by number
create table webhook_events (
  provider text not null,
  event_id text not null,
  type text not null,
  payload jsonb not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  applied_at timestamptz,
  outcome text,
  primary key (provider, event_id)
);
create index webhook_events_unapplied on webhook_events (received_at) where applied_at is null;
create index webhook_events_age on webhook_events (received_at);
create index webhook_events_occurred on webhook_events (provider, occurred_at);

-- Statements by which somebody withdraws from a contract or ends it, also made without signing in.
-- `ending`: of which kind a cancellation is, and by which day the contract is to end (section 312k
-- BGB).
-- growing, by account_id
-- kept (account_id): a statement that ends a contract can be asked for, by who made it and by us
create table declarations (
  id bigint generated always as identity primary key,
  brand text not null references brands,
  kind text not null check (kind in ('withdrawal', 'cancellation')),
  name text not null,
  email text not null,
  order_number text not null,
  reason text not null,
  account_id bigint references accounts,
  order_id bigint references orders on delete set null,
  declared_at timestamptz not null,
  tried_at timestamptz,
  settled_at timestamptz,
  outcome text,
  ending text check (ending in ('ordinary', 'extraordinary')),
  end_on date
);
create index declarations_open on declarations (declared_at) where settled_at is null;
create index declarations_age on declarations (declared_at);
create index declarations_email on declarations (email, declared_at);
create index declarations_account on declarations (account_id) where account_id is not null;
create index declarations_order on declarations (order_id) where order_id is not null;

-- What goes back of a payment. The law and a processor pay back once, staff also in parts.
-- growing, local
-- kept: tax law asks for records of payments; they are kept by number; deleted with their orders
create table refunds (
  id bigint generated always as identity primary key,
  payment_reference text not null,
  order_id bigint not null references orders on delete cascade,
  amount integer not null check (amount > 0),
  currency char(3) not null,
  asked_at timestamptz not null,
  -- Staff's is asked for once: what the processor did not confirm, somebody looks at first.
  is_by_staff boolean not null default false,
  tried_at timestamptz,
  failed_at timestamptz,
  confirmed_at timestamptz,
  -- The processor's report comes besides its answer.
  reported_at timestamptz,
  -- Nothing goes back: staff gave it up, or the bank was faster.
  dropped_at timestamptz,
  check (is_by_staff or dropped_at is null)
);
create unique index refunds_once on refunds (payment_reference) where not is_by_staff;
create index refunds_payment on refunds (payment_reference);
create index refunds_open on refunds (asked_at) where confirmed_at is null and dropped_at is null;
create index refunds_order on refunds (order_id);

-- A renewal that was declined, with the next step of the table in features/money/contracts/dunning.
-- growing, local
-- kept: tax law asks for records of payments; they are kept by number; deleted with their
-- subscription
create table dunnings (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references subscriptions on delete cascade,
  opened_at timestamptz not null,
  reason text,
  grace_seconds integer not null default 0,
  step smallint not null default 0,
  next_at timestamptz not null,
  tried_at timestamptz,
  closed_at timestamptz,
  outcome text,
  -- When a processor that does it by itself charges again.
  retry_at timestamptz
);
create unique index dunnings_open on dunnings (subscription_id) where closed_at is null;
create index dunnings_due on dunnings (next_at) where closed_at is null;
create index dunnings_subscription on dunnings (subscription_id);

-- Payments that a bank took back; the account is under review until an operator closes it.
-- growing, by account_id
-- kept (account_id): tax law asks for records of payments; they are kept by number
create table chargebacks (
  payment_reference text primary key,
  order_id bigint not null references orders on delete cascade,
  account_id bigint not null references accounts,
  amount integer not null,
  currency char(3) not null,
  reason text,
  at timestamptz not null,
  reviewed_at timestamptz
);
create index chargebacks_account on chargebacks (account_id);
create index chargebacks_order on chargebacks (order_id);
create index chargebacks_open on chargebacks (at) where reviewed_at is null;
create index chargebacks_age on chargebacks (at);

-- One row a night: which time of the processors’ lists was compared with what they reported.
-- growing, local
-- nobody: up to when payments were compared with the processors, a row a night
create table reconciliations (
  provider text not null,
  night timestamptz not null,
  covered_until timestamptz not null,
  checked integer not null,
  differences integer not null,
  finished_at timestamptz not null,
  primary key (provider, night)
);

-- What a processor’s list and our books say differently; repaired where the event could be applied.
-- growing, local
-- kept: tax law asks for records of payments; they are kept by number
create table payment_differences (
  provider text not null,
  event_id text not null,
  kind text not null check (kind in ('missed', 'altered', 'unlisted')),
  type text not null,
  order_id bigint not null,
  detail text not null,
  found_at timestamptz not null,
  closed_at timestamptz,
  primary key (provider, event_id, kind)
);
create index payment_differences_found on payment_differences (found_at);
create index payment_differences_open on payment_differences (found_at) where closed_at is null;

-- Access that a billing partner sold or verified; it counts on the partner’s brand alone.
-- growing, by account_id
-- erased (account_id): the contract is the partner’s
create table partner_access (
  account_id bigint not null references accounts on delete cascade,
  brand text not null references brands,
  reference text not null unique,
  granted_at timestamptz,
  until timestamptz,
  changed_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, brand)
);
create trigger announce_insert after insert on partner_access
  referencing new table as changed for each statement execute function announce_changed_rows();
create trigger announce_update after update on partner_access
  referencing old table as changed for each statement execute function announce_changed_rows();
create trigger announce_delete after delete on partner_access
  referencing old table as changed for each statement execute function announce_changed_rows();

-- What a processor reports without a signature: applied when the processor has been asked. Names no
-- buyer.
-- growing, local
-- kept: tax law asks for records of payments; they are kept by number
create table processor_reports (
  provider text not null,
  event_id text not null,
  kind text not null,
  subscription text,
  order_id bigint,
  report jsonb not null,
  received_at timestamptz not null,
  next_at timestamptz,
  tries integer not null default 0,
  outcome text,
  closed_at timestamptz,
  primary key (provider, event_id)
);
create index processor_reports_due on processor_reports (provider, next_at)
  where next_at is not null;
create index processor_reports_subscription on processor_reports (provider, subscription);
create index processor_reports_received on processor_reports (received_at);

-- growing, by account_id
-- erased (account_id, other_id): it tells in whom somebody was interested
create table location_reveals (
  account_id bigint not null references accounts on delete cascade,
  other_id bigint not null references accounts on delete cascade,
  revealed_at timestamptz not null,
  primary key (account_id, other_id)
);
create index location_reveals_other on location_reveals (other_id);

-- One row a charge, whatever came of it; `reference` is the processor’s, by which refunds and
-- chargebacks name it, which may come before it.
-- growing, by account_id
-- kept (account_id): tax law asks for records of payments; they are kept by number
create table payments (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  subscription_id bigint references subscriptions on delete set null,
  account_id bigint not null references accounts,
  brand text not null references brands,
  kind text not null check (kind in ('initial', 'renewal', 'credits', 'trial')),
  amount integer not null check (amount >= 0),
  currency text not null,
  processor text not null,
  reference text not null unique,
  charged_at timestamptz not null
);
create index payments_order on payments (order_id, id);
create index payments_subscription on payments (subscription_id, id)
  where subscription_id is not null;
create index payments_account on payments (account_id, id);
create index payments_age on payments (charged_at);

-- Codes that staff added, beside those of a brand's folder. Of a folder's own that was ended there is
-- a row that nobody added.
-- bounded, reference
-- number (added_by, ended_by)
create table promo_codes (
  id bigint generated always as identity primary key,
  brand text not null references brands,
  code text not null,
  percent integer not null,
  until date not null,
  added_at timestamptz,
  added_by bigint references accounts,
  ended_at timestamptz,
  ended_by bigint references accounts
);
create unique index promo_codes_code on promo_codes (brand, code);
create index promo_codes_added_by on promo_codes (added_by) where added_by is not null;
create index promo_codes_ended_by on promo_codes (ended_by) where ended_by is not null;
