import { type Kysely, sql } from 'kysely'

/**
 * How urgent a ticket is, and until when it is answered. What waits already, and what the release before takes
 * meanwhile, gets three days from then on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tickets
    add column category text,
    add column priority smallint not null default 0,
    add column due_at timestamptz not null default (now() + interval '3 days')`.execute(db)
}
