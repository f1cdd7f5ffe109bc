create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- bounded, local
-- nobody: number and hash of the newest row of the log
create table audit_head (
  is_only boolean primary key default true check (is_only),
  seq bigint not null,
  hash text not null
);
insert into audit_head (seq, hash) values (0, repeat('0', 64));

-- Where the log begins after a sweep: the number and hash of the last row that was deleted.
-- bounded, local
-- nobody: number and hash up to which the log was deleted, a row a day
create table audit_checkpoints (
  seq bigint primary key,
  hash text not null,
  at timestamptz not null,
  signature text not null
);
create trigger audit_checkpoints_kept before update or delete on audit_checkpoints
  for each row execute function refuse_change();

create function keep_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.seq is null and new.seq is not null
    and (new.id, new.at, new.actor_id, new.action, new.subject_id, new.brand, new.details::text)
      is not distinct from
      (old.id, old.at, old.actor_id, old.action, old.subject_id, old.brand, old.details::text)
  then
    return new;
  end if;
  if tg_op = 'DELETE' and old.seq is not null
    and exists (select 1 from audit_checkpoints where seq >= old.seq)
  then
    return old;
  end if;
  raise exception 'audit_log is append-only' using errcode = 'restrict_violation';
end $$;

-- Parts by month (months.server.ts). No foreign keys, since the record outlives the account. `seq`
-- is given by one transaction at a time; who verifies the log finds a second one.
-- growing, local
-- kept (actor_id, subject_id): who did what to whom, by number, so that we can answer for it; never
-- what anybody wrote
create table audit_log (
  id bigint generated always as identity,
  at timestamptz not null,
  actor_id bigint,
  action text not null,
  subject_id bigint,
  brand text,
  details jsonb not null default '{}', -- type: Record<string, unknown>
  -- Its place in the chain, with the hash of the row before and its own (hex); null until the row
  -- is sealed.
  seq bigint,
  prev_hash text,
  hash text,
  primary key (id, at),
  constraint audit_log_sealed_check
    check ((seq is null) = (hash is null) and (seq is null) = (prev_hash is null))
) partition by range (at);
create index audit_log_subject on audit_log (subject_id, at desc);
create index audit_log_at on audit_log (at);
create index audit_log_seq on audit_log (seq, id) where seq is not null;
create index audit_log_unsealed on audit_log (id) where seq is null;
create trigger audit_log_kept before update or delete on audit_log
  for each row execute function keep_audit_log();
create trigger audit_log_whole before truncate on audit_log
  for each statement execute function refuse_change();
-- What has no month yet (db/months.server.ts): an act that cannot be recorded would be refused.
create table audit_log_rest partition of audit_log default;
-- A trigger for the whole statement is not handed on to the parts.
create trigger audit_log_whole before truncate on audit_log_rest
  for each statement execute function refuse_change();
