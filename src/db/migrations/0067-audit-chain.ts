import { type Kysely, sql } from 'kysely'

const statements = [
  `alter table audit_log add column seq bigint, add column prev_hash text, add column hash text,
    add constraint audit_log_sealed_check check ((seq is null) = (hash is null) and (seq is null) = (prev_hash is null))`,
  `create unique index audit_log_seq on audit_log (seq) where seq is not null`,
  `create index audit_log_unsealed on audit_log (id) where seq is null`,
  `create table audit_head (
    is_only boolean primary key default true check (is_only),
    seq bigint not null,
    hash text not null
  )`,
  `insert into audit_head (seq, hash) values (0, '${'0'.repeat(64)}')`,
  // Where the log begins after a sweep: the number and hash of the last row that was deleted.
  `create table audit_checkpoints (
    seq bigint primary key,
    hash text not null,
    at timestamptz not null,
    signature text not null
  )`,
  `create function keep_audit_log() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and old.seq is null and new.seq is not null
      and (new.id, new.at, new.actor_id, new.action, new.subject_id, new.brand, new.details::text)
        is not distinct from (old.id, old.at, old.actor_id, old.action, old.subject_id, old.brand, old.details::text) then
      return new;
    end if;
    if tg_op = 'DELETE' and old.seq is not null and exists (select 1 from audit_checkpoints where seq >= old.seq) then
      return old;
    end if;
    raise exception 'audit_log is append-only' using errcode = 'restrict_violation';
  end $$`,
  `create trigger audit_log_kept before update or delete on audit_log for each row execute function keep_audit_log()`,
  `create function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
  end $$`,
  `create trigger audit_log_whole before truncate on audit_log for each statement execute function refuse_change()`,
  `create trigger audit_checkpoints_kept before update or delete on audit_checkpoints for each row execute function refuse_change()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
