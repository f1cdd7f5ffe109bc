import { type Kysely, sql } from 'kysely'

/** What the hash bank says of a photo for one view, for whoever checks it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table view_once_photos add column found text`).execute(db)
}
