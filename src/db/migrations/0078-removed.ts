import { type Kysely, sql } from 'kysely'

/**
 * A name that a decision took: its member may not choose it again either. And photos that were removed are found when
 * nobody can object any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table former_usernames add column is_removed boolean not null default false`.execute(
    db,
  )
  await sql`create index photos_removed on photos (removed_at) where removed_at is not null`.execute(
    db,
  )
}
