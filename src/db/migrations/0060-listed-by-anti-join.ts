import { type Kysely, sql } from 'kysely'

/**
 * Lists and searches leave out the viewer's blocks and support by anti-joins: of `not in` the planner assumes that half
 * of the rows pass, each time, and so sorted a country rather than read its index in order up to a late page.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace function listed_to(viewer bigint, site text) returns setof present_profiles language sql stable as $$
    select * from present_profiles people
    where people.paused_at is null
      and (people.only_liked_at is null or exists (select from likes where liker_id = people.account_id and liked_id = viewer))
      and people.account_id <> viewer
      and (people.brand = site or people.shown_on_other_brands)
      and not exists (select from blocks where blocker_id = viewer and blocked_id = people.account_id)
      and not exists (select from blocks where blocked_id = viewer and blocker_id = people.account_id)
      and not exists (select from accounts where id = people.account_id and staff_since is not null)
  $$`.execute(db)
}
