import { type Kysely, sql } from 'kysely'

const columns = [
  'brand',
  'shown_on_other_brands',
  'hidden_at',
  'gone_at',
  'paused_at',
  'only_liked_at',
  'closed_on',
]

/**
 * A member's counters are remembered in each process (api/remembered), and they count people whom the member sees.
 * Whoever begins or ceases to be seen is in counters of others, of whom nobody knows which: all are counted again. A
 * block is between two. Announced as the changes of accounts (0021): at the commit to others, and as a notice to the
 * connection that wrote.
 */
const statements = [
  `create function announce_visibility(account text) returns void language plpgsql as $$
  begin
    perform pg_notify('visibility_changed', account);
    raise notice 'visibility_changed' using detail = account;
  end $$`,
  `create function announce_visibility_of_all() returns trigger language plpgsql as $$
  begin
    perform announce_visibility('all');
    return null;
  end $$`,
  `create function announce_blocks() returns trigger language plpgsql as $$
  declare
    accounts bigint[] := array(select blocker_id from changed union select blocked_id from changed limit 101);
  begin
    if cardinality(accounts) > 100 then
      perform announce_visibility('all');
    else
      perform announce_visibility(account::text) from unnest(accounts) as account;
    end if;
    return null;
  end $$`,
  `create trigger announce_visibility after update of ${columns.join(', ')} on profiles
    for each row when (${columns.map((name) => `old.${name} is distinct from new.${name}`).join(' or ')})
    execute function announce_visibility_of_all()`,
  `create trigger announce_visibility_at_delete after delete on profiles for each statement execute function announce_visibility_of_all()`,
  `create trigger announce_insert after insert on blocks referencing new table as changed
    for each statement execute function announce_blocks()`,
  `create trigger announce_delete after delete on blocks referencing old table as changed
    for each statement execute function announce_blocks()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
