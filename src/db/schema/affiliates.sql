-- Who sends people here for money. `code` stands in their links, `email` is whom we write to; a join
-- with that address is nobody's. The secret, which signs what we tell them, is encrypted.
-- bounded, reference
-- number (added_by)
create table affiliates (
  id bigint generated always as identity primary key,
  code text not null unique,
  name text not null,
  email text not null,
  sealed_secret text not null,
  -- Part of the signature of their page's address: a new one ends the addresses of before.
  link_version integer not null default 1,
  postback_url text,
  -- Since when their server takes nothing. After ten failures of one postback, or three days of
  -- nothing, no more is sent until staff begin again.
  postbacks_failing_since timestamptz,
  postbacks_stopped_at timestamptz,
  added_at timestamptz not null,
  added_by bigint not null references accounts,
  -- Whoever comes by the code from then on is nobody's; what was earned stays.
  ended_at timestamptz
);
create index affiliates_added_by on affiliates (added_by);

-- What an affiliate earns; the last that was agreed to counts. `amount` and `minimum` are in the
-- currency's smallest unit; `percent` is of payments in the first `months` after joining.
-- bounded, reference
-- number (asked_by, decided_by)
create table affiliate_terms (
  id bigint generated always as identity primary key,
  affiliate_id bigint not null references affiliates,
  model text not null check (model in ('join', 'first', 'share')), -- type: 'join' | 'first' | 'share'
  amount integer not null check (amount >= 0),
  percent smallint not null check (percent between 0 and 100),
  months smallint not null check (months >= 0),
  currency text not null,
  hold_days smallint not null check (hold_days >= 0),
  minimum integer not null check (minimum >= 0),
  asked_at timestamptz not null,
  asked_by bigint not null references accounts,
  decided_at timestamptz,
  decided_by bigint references accounts,
  outcome text check (outcome in ('approved', 'refused')), -- type: 'approved' | 'refused'
  check (decided_by is null or decided_by <> asked_by)
);
create unique index affiliate_terms_open on affiliate_terms (affiliate_id) where decided_at is null;
create index affiliate_terms_agreed on affiliate_terms (affiliate_id, id)
  where outcome = 'approved';
create index affiliate_terms_asked_by on affiliate_terms (asked_by);
create index affiliate_terms_decided_by on affiliate_terms (decided_by)
  where decided_by is not null;

-- Where a link of an affiliate leads; `code` is its campaignId.
-- bounded, reference
-- nobody: links, by affiliate
create table campaigns (
  id bigint generated always as identity primary key,
  affiliate_id bigint not null references affiliates,
  code text not null,
  name text not null,
  brand text not null references brands,
  path text not null,
  added_at timestamptz not null,
  ended_at timestamptz,
  unique (affiliate_id, code)
);

-- How many came, by day of UTC; `campaign` is empty where the link named none of the affiliate's.
-- growing, local
-- nobody: numbers by day and campaign
create table affiliate_days (
  affiliate_id bigint not null references affiliates,
  day date not null,
  campaign text not null,
  arrivals integer not null default 0,
  joins integer not null default 0,
  confirmed integer not null default 0,
  primary key (affiliate_id, day, campaign)
);

-- What is paid out to an affiliate for all that was approved until the end of a month, in one
-- currency. Drawn up by itself; of the two owners who agree, `asked_by` is the first.
-- growing, local
-- number (asked_by, decided_by)
create table payouts (
  id bigint generated always as identity primary key,
  affiliate_id bigint not null references affiliates,
  month date not null,
  currency text not null,
  amount integer not null check (amount > 0),
  commissions integer not null,
  drawn_up_at timestamptz not null,
  asked_by bigint references accounts,
  decided_at timestamptz,
  decided_by bigint references accounts,
  outcome text check (outcome in ('approved', 'refused')), -- type: 'approved' | 'refused'
  check (outcome is distinct from 'approved' or (asked_by is not null and decided_by <> asked_by))
);
create unique index payouts_once on payouts (affiliate_id, currency, month)
  where outcome is distinct from 'refused';
create index payouts_open on payouts (drawn_up_at) where decided_at is null;
create index payouts_affiliate on payouts (affiliate_id, id);
create index payouts_asked_by on payouts (asked_by) where asked_by is not null;
create index payouts_decided_by on payouts (decided_by) where decided_by is not null;

-- What an affiliate earned by a join or a payment, or gives back of it (`return`, below zero). Until
-- `due_at` money that goes back rejects it. `token` is its name outside. `charge`: what was paid, or
-- went back, of which `amount` is the affiliate's. A return may come before its payment; it then has
-- no amount yet.
-- growing, local
-- number (rejected_by)
-- emptied (account_id): the sum stays, and names nobody
create table commissions (
  id bigint generated always as identity primary key,
  token text not null unique,
  affiliate_id bigint not null references affiliates,
  kind text not null check (kind in ('join', 'first', 'share', 'return')), -- type: 'join' | 'first' | 'share' | 'return'
  account_id bigint references accounts,
  campaign text not null,
  subid text,
  brand text not null references brands,
  reference text,
  charge integer not null,
  amount integer not null,
  currency text not null,
  earned_at timestamptz not null,
  due_at timestamptz not null,
  approved_at timestamptz,
  rejected_at timestamptz,
  -- Null where the money went back.
  rejected_by bigint references accounts,
  payout_id bigint references payouts,
  paid_at timestamptz,
  check (approved_at is null or rejected_at is null),
  check (paid_at is null or (approved_at is not null and payout_id is not null)),
  check ((kind = 'join') = (reference is null))
);
create unique index commissions_payment on commissions (reference) where kind in ('first', 'share');
create unique index commissions_once on commissions (account_id, kind)
  where kind in ('join', 'first');
create index commissions_account on commissions (account_id) where account_id is not null;
create index commissions_returns on commissions (reference) where kind = 'return';
create index commissions_affiliate on commissions (affiliate_id, id);
create index commissions_due on commissions (due_at)
  where approved_at is null and rejected_at is null;
create index commissions_pending on commissions (affiliate_id, currency)
  where approved_at is null and rejected_at is null;
create index commissions_unpaid on commissions (affiliate_id, currency, approved_at)
  where approved_at is not null and payout_id is null;
create index commissions_payout on commissions (payout_id) where payout_id is not null;
create index commissions_rejected_by on commissions (rejected_by) where rejected_by is not null;

-- What an affiliate's server is told, as mails are: each row is sent once, or given up.
-- growing, local
-- nobody: random names and sums
create table postbacks (
  id bigint generated always as identity primary key,
  token text not null unique,
  affiliate_id bigint not null references affiliates,
  commission_id bigint not null references commissions on delete cascade,
  state text not null check (state in ('pending', 'approved', 'rejected', 'paid')), -- type: 'pending' | 'approved' | 'rejected' | 'paid'
  queued_at timestamptz not null,
  next_try_at timestamptz not null,
  tries integer not null default 0,
  claimed_until timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  -- How the last try ended: a status, or why there is none.
  outcome text
);
create index postbacks_due on postbacks (affiliate_id, next_try_at)
  where sent_at is null and failed_at is null;
create index postbacks_affiliate on postbacks (affiliate_id, id);
create index postbacks_commission on postbacks (commission_id);
create index postbacks_over on postbacks (coalesce(sent_at, failed_at));
