import { type Kysely, sql } from 'kysely'

/** An item of a batch that fails is tried again after a while, and a few times only; until it has ended, that is counted. */
const statements = [
  `alter table batch_items add column tries smallint not null default 0, add column try_at timestamptz`,
  `create or replace function keep_batch_item() returns trigger language plpgsql as $$
  declare
    added text[] := array['reversal', 'reversal_why', 'tries', 'try_at'];
  begin
    if old.outcome is not null and (old.reversal is not null or to_jsonb(new) - added is distinct from to_jsonb(old) - added) then
      raise exception 'what became of an item is never changed';
    end if;
    return new;
  end $$`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
