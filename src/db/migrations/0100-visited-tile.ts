import { type Kysely, sql } from 'kysely'

/**
 * Where a member has a stay, whenever it begins and ends: a search reads who visits a circle in the order of an index, as
 * it reads who lives there, instead of looking up everybody who has a stay in a crowded tile. Stays are one in some dozens of
 * members, and bounded by their days.
 */
const statements = [
  `alter table profiles add column visits_tile integer`,
  `create function keep_visits_tile() returns trigger language plpgsql as $$
  begin
    update profiles set visits_tile = new.tile
      where account_id = coalesce(new.account_id, old.account_id) and visits_tile is distinct from new.tile;
    return null;
  end
  $$`,
  `create trigger keep_visits_tile after insert or update or delete on stays for each row execute function keep_visits_tile()`,
  `update profiles set visits_tile = stays.tile from stays where stays.account_id = profiles.account_id`,
  `drop view visible_profiles`,
  // Columns are added to a view at its end.
  `do $$ begin
    execute 'create or replace view present_profiles as '
      || regexp_replace(pg_get_viewdef('present_profiles'::regclass), '\\n\\s+FROM ', E',\\n    profiles.visits_tile\\n   FROM ');
  end $$`,
  `create view visible_profiles as
    select viewer.id as viewer_id, site.id as seen_on, people.*
    from accounts viewer
    cross join brands site
    cross join lateral visible_to(viewer.id, site.id) people`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
