-- growing, by account_id
-- erased (account_id): there is nothing left to set up
create table onboarding_steps (
  account_id bigint not null references accounts on delete cascade,
  step text not null,
  opened_at timestamptz not null,
  done_at timestamptz,
  primary key (account_id, step)
);
create trigger announce_insert after insert on onboarding_steps
  referencing new table as changed for each statement execute function announce_changed_rows();
create trigger announce_update after update on onboarding_steps
  referencing old table as changed for each statement execute function announce_changed_rows();
create trigger announce_delete after delete on onboarding_steps
  referencing old table as changed for each statement execute function announce_changed_rows();
