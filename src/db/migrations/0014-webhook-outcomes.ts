import { type Kysely, sql } from 'kysely'

/** What came of a report of the gateway, where nothing followed from it: an operator asks, and decides. */
const statements = [
  `alter table webhook_events add column outcome text`,
  `create index webhook_events_unapplied on webhook_events (received_at) where applied_at is null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
