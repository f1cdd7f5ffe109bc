-- bounded, by account_id
-- erased (account_id): nobody signs in any more
create table second_factors (
  account_id bigint primary key references accounts on delete cascade,
  sealed_secret text not null,
  last_step bigint not null,
  confirmed_at timestamptz not null
);

-- An offer becomes the factor with its first code. Secrets are encrypted and recovery codes hashed.
-- bounded, by account_id
-- erased (account_id): nobody signs in any more
create table second_factor_offers (
  session_id bigint primary key references sessions (id) on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  sealed text not null,
  offered_at timestamptz not null
);
create index second_factor_offers_account on second_factor_offers (account_id);

-- bounded, by account_id
-- erased (account_id): nobody signs in any more
create table recovery_codes (
  account_id bigint not null references second_factors on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- bounded, by account_id
-- erased (account_id): nobody works any more
create table staff_roles (
  account_id bigint not null references accounts on delete cascade,
  role text not null
    check (role in ('moderator', 'support', 'lead', 'editor', 'publisher', 'owner')),
  given_at timestamptz not null,
  primary key (account_id, role)
);
create trigger announce_insert after insert on staff_roles
  referencing new table as changed for each statement execute function announce_changed_rows();
create trigger announce_delete after delete on staff_roles
  referencing old table as changed for each statement execute function announce_changed_rows();
