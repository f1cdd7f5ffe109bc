import { type Kysely, sql } from 'kysely'

/** When the files of a photo that nobody needs before the decision are to be made. Photos of before have all of theirs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table photos add column renditions_due_at timestamptz`.execute(db)
}
