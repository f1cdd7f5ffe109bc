import { type Kysely, sql } from 'kysely'

/** Staff decide one task at a time: no decisions about many at once, and none that is judged a second time without being seen. */
const statements = [
  `drop table batch_items`,
  `drop table batches`,
  `drop table blind_reviews`,
  `drop function keep_batch(), keep_batch_item()`,
  `delete from staff_jobs where queue = 'blindReviews'`,
  `alter table staff_jobs drop column barred`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
