import { type Kysely, sql } from 'kysely'

/**
 * Decisions about many at once. A batch is gathered, planned and run: its plan holds from the moment in which it begins,
 * what became of an item is written once, and so is what became of it when the batch is taken back.
 */
const statements = [
  `create table batches (
    id bigint generated always as identity primary key,
    kind text not null,
    brand text not null references brands,
    made_by bigint not null references accounts,
    made_at timestamptz not null,
    act text,
    policy text,
    severity text,
    days integer check (days > 0),
    scope text check (scope in ('brand', 'network')),
    note text,
    internal_note text,
    started_at timestamptz,
    ended_at timestamptz,
    reversed_by bigint references accounts,
    reversal_at timestamptz,
    reversal_ended_at timestamptz,
    check (num_nonnulls(act, policy, severity, scope, note, internal_note) in (0, 6)),
    check (started_at is null or act is not null),
    check (ended_at is null or started_at is not null),
    check ((reversed_by is null) = (reversal_at is null)),
    check (reversal_at is null or started_at is not null),
    check (reversal_ended_at is null or reversal_at is not null)
  )`,
  `create index batches_made on batches (made_at)`,
  `create index batches_maker on batches (made_by)`,
  `create index batches_reverser on batches (reversed_by) where reversed_by is not null`,
  `create index batches_left on batches (made_at) where started_at is null`,
  `create index batches_working on batches (id)
    where (started_at is not null and ended_at is null) or (reversal_at is not null and reversal_ended_at is null)`,
  `create table batch_items (
    id bigint generated always as identity primary key,
    batch_id bigint not null references batches on delete cascade,
    account_id bigint not null references accounts,
    job_id bigint,
    subject_id bigint not null,
    brand text not null references brands,
    photo_key text,
    foreseen text check (foreseen in ('decided', 'needsSecond', 'leftOut')),
    outcome text check (outcome in ('decided', 'needsSecond', 'leftOut')),
    why text not null default '',
    decision_id bigint,
    reversal text check (reversal in ('undone', 'takenBack', 'needsSecond', 'left')),
    reversal_why text not null default '',
    unique (batch_id, subject_id),
    check ((decision_id is not null) = (outcome is not null and outcome <> 'leftOut')),
    check (reversal is null or decision_id is not null)
  )`,
  `create index batch_items_account on batch_items (account_id)`,
  // Rows of a batch that began go only by the retention job, which says so in its transaction.
  `create function keep_batch() returns trigger language plpgsql as $$
  declare
    added text[] := array['ended_at', 'reversed_by', 'reversal_at', 'reversal_ended_at'];
  begin
    if tg_op = 'DELETE' then
      if old.started_at is not null and coalesce(current_setting('enforcement.retention', true), '') <> 'on' then
        raise exception 'a batch that began is never deleted';
      end if;
      return old;
    end if;
    if old.started_at is null then
      return new;
    end if;
    if to_jsonb(new) - added is distinct from to_jsonb(old) - added
      or exists (select from unnest(added) as name where to_jsonb(old) ->> name is not null and to_jsonb(new) ->> name is distinct from to_jsonb(old) ->> name)
    then
      raise exception 'a batch that began is never changed';
    end if;
    return new;
  end $$`,
  `create trigger keep before update or delete on batches for each row execute function keep_batch()`,
  `create function keep_batch_item() returns trigger language plpgsql as $$
  declare
    added text[] := array['reversal', 'reversal_why'];
  begin
    if old.outcome is not null and (old.reversal is not null or to_jsonb(new) - added is distinct from to_jsonb(old) - added) then
      raise exception 'what became of an item is never changed';
    end if;
    return new;
  end $$`,
  `create trigger keep before update on batch_items for each row execute function keep_batch_item()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
