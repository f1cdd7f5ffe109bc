-- What staff tell one another about a member, who never reads it.
-- growing, by account_id
-- erased (account_id): there is nobody any more whom it could be about
-- number (author_id)
create table member_notes (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  author_id bigint not null references accounts,
  body text not null,
  created_at timestamptz not null
);
create index member_notes_account on member_notes (account_id, created_at desc, id desc);
create index member_notes_author on member_notes (author_id);

-- Short words by which staff tell members apart.
-- growing, by account_id
-- erased (account_id): there is nobody any more whom it could be about
-- number (author_id)
create table member_tags (
  account_id bigint not null references accounts on delete cascade,
  tag text not null,
  author_id bigint not null references accounts,
  created_at timestamptz not null,
  primary key (account_id, tag)
);
create index member_tags_author on member_tags (author_id);

-- What support did for a member, and why; above a brand's limit, and to another address, a lead agrees first.
-- growing, by account_id
-- erased (account_id): the log says what was done, and the ledger what was given
-- number (asked_by, decided_by)
create table member_acts (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  act text not null, -- type: ActOfSupport
  -- Credits or days that are given, or what goes back of a payment, in the smallest unit.
  amount integer check (amount > 0),
  payment_reference text,
  currency char(3),
  reason text not null,
  -- Which address the account would get, as long as that waits; masked once a lead has agreed.
  address text,
  -- What support saw of whose the account is, and when the new address was confirmed.
  proof text, -- type: ProofOfOwner
  proof_note text,
  confirmed_at timestamptz,
  asked_by bigint not null references accounts,
  asked_at timestamptz not null,
  -- Until when a second person may agree; null where nobody has to.
  expires_at timestamptz,
  decided_by bigint references accounts,
  decided_at timestamptz,
  -- `late`: nobody agreed in time.
  outcome text check (outcome in ('done', 'refused', 'withdrawn', 'late')), -- type: 'done' | 'refused' | 'withdrawn' | 'late'
  check (decided_by is null or decided_by <> asked_by),
  check ((outcome is null) = (decided_at is null))
);
create index member_acts_account on member_acts (account_id, asked_at desc, id desc);
create index member_acts_open on member_acts (expires_at) where outcome is null;
create unique index member_acts_one
  on member_acts (account_id, act, coalesce(payment_reference, '')) where outcome is null;
create index member_acts_asker on member_acts (asked_by, asked_at);
create index member_acts_decider on member_acts (decided_by) where decided_by is not null;
