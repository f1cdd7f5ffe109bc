import { type Kysely, sql } from 'kysely'

const isOpenHere = `(people.closed_on is null or not site = any (people.closed_on))`

const rest = `people.account_id <> viewer
  and (people.brand = site or people.shown_on_other_brands)
  and ${isOpenHere}
  and people.account_id not in (
    select blocked_id from blocks where blocker_id = viewer
    union all
    select blocker_id from blocks where blocked_id = viewer
  )`

const isShown = `people.paused_at is null
  and (people.only_liked_at is null or exists (select from likes where liker_id = people.account_id and liked_id = viewer))`

const before = [
  // Brands that are closed to the member, on which nobody finds them; null for nearly everybody. In the profile's row,
  // which every list and search has read anyway. Kept by a trigger: closures begin and end in several places.
  `alter table profiles add column closed_on text[]`,
  `create function keep_closed_on() returns trigger language plpgsql as $$
  declare
    member bigint := case when tg_op = 'DELETE' then old.account_id else new.account_id end;
  begin
    update profiles set closed_on = (select array_agg(brand order by brand) from brand_closures where account_id = member) where account_id = member;
    return null;
  end
  $$`,
  `update profiles set closed_on = closed.brands
    from (select account_id, array_agg(brand order by brand) as brands from brand_closures group by account_id) as closed
    where closed.account_id = profiles.account_id`,
  `create trigger keep_closed_on after insert or update or delete on brand_closures for each row execute function keep_closed_on()`,
  `drop view visible_profiles`,
]

const after = [
  `create or replace function visible_to(viewer bigint, site text) returns setof present_profiles
    language sql stable as $$
      select * from present_profiles people where ${isShown} and ${rest}
    $$`,
  `create or replace function known_to(viewer bigint, site text) returns setof present_profiles
    language sql stable as $$
      select * from present_profiles people
      where (
          (${isShown})
          or exists (select from conversation_sides where account_id = viewer and other_id = people.account_id)
        )
        and ${rest}
    $$`,
  `create or replace function listed_to(viewer bigint, site text) returns setof present_profiles language sql stable as $$
    select * from present_profiles people
    where ${isShown}
      and people.account_id <> viewer
      and (people.brand = site or people.shown_on_other_brands)
      and ${isOpenHere}
      and not exists (select from blocks where blocker_id = viewer and blocked_id = people.account_id)
      and not exists (select from blocks where blocked_id = viewer and blocker_id = people.account_id)
      and not exists (select from accounts where id = people.account_id and staff_since is not null)
  $$`,
  `create view visible_profiles as
    select viewer.id as viewer_id, site.id as seen_on, people.*
    from accounts viewer
    cross join brands site
    cross join lateral visible_to(viewer.id, site.id) people`,
]

/** Nobody finds a member on a brand that is closed to them; on the others they stay. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of before) await sql.raw(statement).execute(db)
  const { rows } = await sql<{
    definition: string
  }>`select pg_get_viewdef('present_profiles'::regclass) as definition`.execute(db)
  const definition = rows[0]?.definition ?? ''
  await sql
    .raw(
      `create or replace view present_profiles as ${definition.replace(/\n\s+FROM /, ',\n    profiles.closed_on\n   FROM ')}`,
    )
    .execute(db)
  for (const statement of after) await sql.raw(statement).execute(db)
}
