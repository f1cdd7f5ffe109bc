import { type Kysely, sql } from 'kysely'

/**
 * The audit log as a table of months. The present table becomes the first of them, up to the bound that 0094 made: names
 * and columns change, no row is read. Months are made ahead by a job; `audit_log_rest` takes what has none, since an act
 * that cannot be recorded would be refused.
 *
 * `seq` alone is not unique any more for the database. One transaction at a time gives it, and who verifies the log finds
 * a second one.
 */
const statements = [
  `drop trigger audit_log_kept on audit_log`,
  `drop trigger audit_log_whole on audit_log`,
  `alter table audit_log rename to audit_log_before`,
  `alter sequence audit_log_id_seq rename to audit_log_before_id_seq`,
  `alter table audit_log_before drop constraint audit_log_pkey`,
  `alter table audit_log_before add primary key using index audit_log_before_pkey`,
  `drop index audit_log_seq`,
  `alter index audit_log_subject rename to audit_log_before_subject`,
  `alter index audit_log_at rename to audit_log_before_at`,
  `alter index audit_log_unsealed rename to audit_log_before_unsealed`,
  `create table audit_log (
    id bigint generated always as identity,
    at timestamptz not null,
    actor_id bigint,
    action text not null,
    subject_id bigint,
    brand text,
    details jsonb not null default '{}',
    seq bigint,
    prev_hash text,
    hash text,
    primary key (id, at),
    constraint audit_log_sealed_check check ((seq is null) = (hash is null) and (seq is null) = (prev_hash is null))
  ) partition by range (at)`,
  `select setval('audit_log_id_seq', last_value, is_called) from audit_log_before_id_seq`,
  `alter table audit_log_before alter column id drop identity`,
  `create index audit_log_subject on audit_log (subject_id, at desc)`,
  `create index audit_log_at on audit_log (at)`,
  `create index audit_log_seq on audit_log (seq, id) where seq is not null`,
  `create index audit_log_unsealed on audit_log (id) where seq is null`,
  `do $$
  declare
    bound text := (select substring(pg_get_constraintdef(oid) from '''(.*)''')
      from pg_constraint where conrelid = 'audit_log_before'::regclass and conname = 'audit_log_bound');
  begin
    execute format('alter table audit_log attach partition audit_log_before for values from (minvalue) to (%L)', bound);
  end $$`,
  `alter table audit_log_before drop constraint audit_log_bound`,
  `create table audit_log_rest partition of audit_log default`,
  `create trigger audit_log_kept before update or delete on audit_log for each row execute function keep_audit_log()`,
  // A trigger for the whole statement is not handed on to the months.
  ...['audit_log', 'audit_log_before', 'audit_log_rest'].map(
    (table) =>
      `create trigger audit_log_whole before truncate on ${table} for each statement execute function refuse_change()`,
  ),
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
