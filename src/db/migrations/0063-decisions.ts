import { type Kysely, sql } from 'kysely'

/**
 * Decisions of staff and rules about a member, and the strikes that they give. A row says what was decided, and is
 * never written over: only dates are added to it, each once. A suspended account is a closed one (`banned_at`) that
 * has an end, so that every place that leaves out closed accounts leaves it out.
 */
const statements = [
  `alter table accounts add column suspended_until timestamptz, add column limited_until timestamptz,
    add constraint accounts_suspended_check check (suspended_until is null or banned_at is not null)`,
  `create index accounts_suspended on accounts (suspended_until) where suspended_until is not null`,
  `create table decisions (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts,
    person_hash bytea not null,
    brand text not null references brands,
    scope text not null check (scope in ('brand', 'network')),
    act text not null,
    policy text not null,
    severity text not null,
    days integer check (days > 0),
    about_kind text check (about_kind in ('photo', 'text', 'account')),
    about_id bigint,
    about_part text,
    job_id bigint,
    note text not null,
    internal_note text not null,
    is_automated boolean not null,
    reverses bigint references decisions,
    decided_by bigint references accounts,
    decided_at timestamptz not null,
    takes_effect_at timestamptz,
    took_effect_at timestamptz,
    undone_at timestamptz,
    reversed_at timestamptz,
    check ((about_kind is null) = (about_id is null)),
    check ((about_kind = 'text') = (about_part is not null)),
    check (undone_at is null or took_effect_at is null),
    check (is_automated = (decided_by is null))
  )`,
  `create index decisions_account on decisions (account_id, id desc)`,
  `create index decisions_person on decisions (person_hash)`,
  `create index decisions_due on decisions (takes_effect_at) where took_effect_at is null and undone_at is null`,
  `create index decisions_decider on decisions (decided_by, id desc) where decided_by is not null`,
  `create index decisions_decided on decisions (decided_at)`,
  `create index decisions_reverses on decisions (reverses) where reverses is not null`,
  `create index decisions_job on decisions (job_id) where job_id is not null`,
  `create table strikes (
    decision_id bigint primary key references decisions on delete cascade,
    account_id bigint not null references accounts,
    person_hash bytea not null,
    policy text not null,
    weight smallint not null check (weight > 0),
    given_at timestamptz not null,
    expires_at timestamptz,
    reversed_at timestamptz
  )`,
  `create index strikes_account on strikes (account_id)`,
  `create index strikes_person on strikes (person_hash)`,
  // Rows go only by the retention job, which says so in its transaction.
  `create function keep_decision() returns trigger language plpgsql as $$
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
      or exists (select from unnest(added) as date where to_jsonb(old) ->> date is not null and to_jsonb(new) ->> date is distinct from to_jsonb(old) ->> date)
    then
      raise exception 'a row of % is never changed', tg_table_name;
    end if;
    return new;
  end $$`,
  `create trigger keep before update or delete on decisions for each row execute function keep_decision()`,
  `create trigger keep before update or delete on strikes for each row execute function keep_decision()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
