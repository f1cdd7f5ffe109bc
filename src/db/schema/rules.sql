-- What was sent to whom, for a day: `text_hash` is of its words (features/core/rules/same-text.ts). What rules
-- against fraud count is numbers and hashes, never a text or an address.
-- growing, by account_id
-- erased (account_id, other_id): counts of a day
create table fraud_messages (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  other_id bigint not null,
  is_first boolean not null,
  text_hash bigint, -- type: string
  has_contact boolean not null,
  asks_money boolean not null,
  at timestamptz not null
);
create index fraud_messages_account on fraud_messages (account_id, at);
create index fraud_messages_other on fraud_messages (other_id);
create index fraud_messages_text on fraud_messages (text_hash, at) where text_hash is not null;
create index fraud_messages_at on fraud_messages (at);

-- One row for a rule, an account and a day, however often the rule fires. `queued_as`: the hit
-- that the task of staff is about.
-- growing, by account_id
-- erased (account_id): numbers about somebody who is gone
create table rule_hits (
  id bigint generated always as identity primary key,
  rule text not null,
  account_id bigint not null references accounts on delete cascade,
  day date not null,
  features jsonb not null, -- type: Record<string, number>
  shadow boolean not null,
  times integer not null default 1,
  at timestamptz not null,
  queued_as bigint,
  unique (rule, account_id, day)
);
create index rule_hits_account on rule_hits (account_id, at);
create index rule_hits_rule on rule_hits (rule, at);
create index rule_hits_at on rule_hits (at);

-- Somebody who may not begin conversations for some time. `review`: until staff have looked, or the
-- time is over.
-- growing, by account_id
-- erased (account_id): nobody writes any more
create table fraud_limits (
  account_id bigint primary key references accounts on delete cascade,
  kind text not null check (kind in ('slow', 'review')),
  since timestamptz not null,
  until timestamptz not null
);
create index fraud_limits_review on fraud_limits (account_id) where kind = 'review';
create index fraud_limits_until on fraud_limits (until);

-- bounded, reference
-- number (changed_by)
create table fraud_switches (
  rule text primary key,
  shadow boolean not null,
  changed_at timestamptz not null,
  changed_by bigint not null references accounts
);
create index fraud_switches_by on fraud_switches (changed_by);

-- The keyed hash of the mailbox of somebody who was banned for fraud, for three years.
-- growing, local
-- kept: somebody who was banned for fraud is known if they come back
create table fraud_identities (
  email_hash bytea primary key,
  since timestamptz not null
);
create index fraud_identities_since on fraud_identities (since);

-- What staff say of a hit.
-- growing, local
-- number (marked_by)
create table fraud_marks (
  hit_id bigint primary key references rule_hits on delete cascade,
  is_right boolean not null,
  marked_at timestamptz not null,
  marked_by bigint not null references accounts
);
create index fraud_marks_by on fraud_marks (marked_by);
