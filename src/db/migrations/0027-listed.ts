import { type Kysely, sql } from 'kysely'

/** Lists and searches leave support out before they cut to a page; the few are found by an index once a statement. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index accounts_staff on accounts (id) where staff_since is not null`.execute(db)
  await sql`create function listed_to(viewer bigint, site text) returns setof present_profiles language sql stable as $$
    select * from visible_to(viewer, site) people
    where people.account_id not in (select id from accounts where staff_since is not null)
  $$`.execute(db)
}
