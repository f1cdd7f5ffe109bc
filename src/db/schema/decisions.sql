-- Rows go only by the retention job, which says so in its transaction.
create function keep_decision() returns trigger language plpgsql as $$
declare
  added text[] := array['takes_effect_at', 'took_effect_at', 'undone_at', 'reversed_at'];
begin
  if tg_op = 'DELETE' then
    if coalesce(current_setting('enforcement.retention', true), '') <> 'on' then
      raise exception 'a row of % is never deleted', tg_table_name;
    end if;
    return old;
  end if;
  if to_jsonb(new) - added is distinct from to_jsonb(old) - added
    or exists (
      select from unnest(added) as date
      where to_jsonb(old) ->> date is not null
        and to_jsonb(new) ->> date is distinct from to_jsonb(old) ->> date)
  then
    raise exception 'a row of % is never changed', tg_table_name;
  end if;
  return new;
end $$;

-- What staff or a rule decided about a member. Never written over: only dates are added, each once.
-- `reverses`: the decision that this one takes back, or, after an objection, stands in the place
-- of.
-- growing, by account_id
-- kept (account_id): a decision can be objected to
-- number (decided_by)
create table decisions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- Keyed hash of the address that the account had.
  person_hash bytea not null,
  brand text not null references brands,
  scope text not null check (scope in ('brand', 'network')),
  act text not null,
  policy text not null,
  severity text not null,
  days integer check (days > 0),
  about_kind text check (about_kind in ('photo', 'text', 'account', 'viewOnce', 'chatPhoto')),
  about_id bigint,
  about_part text,
  task_id bigint,
  note text not null,
  internal_note text not null,
  is_automated boolean not null,
  reverses bigint references decisions,
  decided_by bigint references accounts,
  decided_at timestamptz not null,
  -- Null while a second person has to agree.
  takes_effect_at timestamptz,
  took_effect_at timestamptz,
  undone_at timestamptz,
  reversed_at timestamptz,
  source text not null default 'own' check (source in ('report', 'check', 'own')),
  report_id bigint,
  -- As it was looked at: of a check the key of the photo, of the removal of a text a keyed hash of
  -- its words.
  about_key text,
  -- The request for removal that it answers.
  removal_id bigint,
  -- Where that is no whole number of days after it takes effect.
  ends_at timestamptz,
  check ((about_kind is null) = (about_id is null)),
  check ((about_kind = 'text') = (about_part is not null)),
  check (undone_at is null or took_effect_at is null),
  check (is_automated = (decided_by is null))
);
create index decisions_account on decisions (account_id, id desc);
create index decisions_person on decisions (person_hash);
create index decisions_due on decisions (takes_effect_at)
  where took_effect_at is null and undone_at is null;
create index decisions_decider on decisions (decided_by, id desc) where decided_by is not null;
create index decisions_decided on decisions (decided_at);
create index decisions_reverses on decisions (reverses) where reverses is not null;
create index decisions_job on decisions (task_id) where task_id is not null;
create index decisions_fraud on decisions (took_effect_at)
  where act = 'ban' and policy = 'scam' and took_effect_at is not null;
create index decisions_fraud_reversed on decisions (reversed_at)
  where act = 'ban' and policy = 'scam' and reversed_at is not null;
create index decisions_removal on decisions (removal_id) where removal_id is not null;
create trigger keep before update or delete on decisions
  for each row execute function keep_decision();

-- growing, by account_id
-- kept (account_id): they go with their decision
create table strikes (
  decision_id bigint primary key references decisions on delete cascade,
  account_id bigint not null references accounts,
  person_hash bytea not null,
  policy text not null,
  weight smallint not null check (weight > 0),
  given_at timestamptz not null,
  expires_at timestamptz,
  reversed_at timestamptz
);
create index strikes_account on strikes (account_id);
create index strikes_person on strikes (person_hash);
create trigger keep before update or delete on strikes
  for each row execute function keep_decision();

-- The statement of reasons, whole as it was given.
-- growing, local
-- nobody: the statement of reasons of a decision; it goes with the decision
create table statements (
  decision_id bigint primary key references decisions on delete cascade,
  words jsonb not null,
  made_at timestamptz not null
);

-- What a decision took, for as long as it can be given back.
-- growing, by account_id
-- erased (account_id): there is no profile to give them back to
create table removed_texts (
  decision_id bigint primary key references decisions on delete cascade,
  account_id bigint not null references accounts,
  words jsonb not null,
  removed_at timestamptz not null
);
create index removed_texts_account on removed_texts (account_id);
create index removed_texts_removed on removed_texts (removed_at);

-- Objections; each decision has one at most.
-- growing, by account_id
-- kept (account_id): they go with their decision
-- number (decided_by)
create table appeals (
  id bigint generated always as identity primary key,
  decision_id bigint not null unique references decisions on delete cascade,
  account_id bigint not null references accounts,
  words text not null,
  made_at timestamptz not null,
  decided_by bigint references accounts,
  decided_at timestamptz,
  outcome text check (outcome in ('uphold', 'overturn', 'adjust')),
  note text,
  -- While a second person has not agreed to it: the answer, and the decision that they are asked
  -- about.
  answer jsonb, -- type: WaitingAnswer
  check ((outcome is null) = (decided_at is null))
);
create index appeals_account on appeals (account_id);
create index appeals_decider on appeals (decided_by) where decided_by is not null;
create index appeals_made on appeals (made_at);

-- The agreement of a second person.
-- growing, local
-- number (asked_by, decided_by)
create table approvals (
  id bigint generated always as identity primary key,
  decision_id bigint not null unique references decisions on delete cascade,
  asked_by bigint not null references accounts,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by bigint references accounts,
  decided_at timestamptz,
  outcome text check (outcome in ('approved', 'refused', 'expired')),
  check (decided_by is null or decided_by <> asked_by),
  check ((outcome is null) = (decided_at is null))
);
create index approvals_open on approvals (expires_at) where outcome is null;
create index approvals_asker on approvals (asked_by);
create index approvals_decider on approvals (decided_by) where decided_by is not null;

-- What a member has to read, until they say that they have.
-- growing, by account_id
-- erased (account_id): nobody reads them any more
create table decision_notices (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  decision_id bigint not null references decisions on delete cascade,
  what text not null check (what in ('decided', 'takenBack')),
  at timestamptz not null,
  seen_at timestamptz,
  unique (decision_id, what)
);
create index decision_notices_account on decision_notices (account_id);
