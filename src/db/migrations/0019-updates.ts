import { type Kysely, sql } from 'kysely'

/** A deleted update can be brought back for a while; a report keeps the words that it is about. */
const statements = [
  `alter table updates add column deleted_at timestamptz`,
  `create index updates_deleted on updates (deleted_at) where deleted_at is not null`,
  `alter table reports add column quoted text`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
