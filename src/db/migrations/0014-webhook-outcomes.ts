import { type Kysely, sql } from 'kysely'

const statements = [
  `alter table webhook_events add column outcome text`,
  `create index webhook_events_unapplied on webhook_events (received_at) where applied_at is null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
