import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriptions rename column cancel_told_at to cancel_confirmed_at`.execute(
    db,
  )
}
