-- A row per brand and version, since each brand is a company of its own and its texts change.
-- growing, by account_id
-- erased (account_id): the contract has ended
create table terms_acceptances (
  account_id bigint not null references accounts on delete cascade,
  brand text not null references brands,
  version text not null,
  accepted_at timestamptz not null,
  primary key (account_id, brand, version)
);
create trigger announce_insert after insert on terms_acceptances
  referencing new table as changed for each statement execute function announce_changed_rows();
create trigger announce_update after update on terms_acceptances
  referencing old table as changed for each statement execute function announce_changed_rows();
create trigger announce_delete after delete on terms_acceptances
  referencing old table as changed for each statement execute function announce_changed_rows();
