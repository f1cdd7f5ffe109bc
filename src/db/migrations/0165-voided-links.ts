import { type Kysely, sql } from 'kysely'

/** Tells a link that was used from one that a newer link or a change of the account has voided: both have `used_at`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tokens add column voided_at timestamptz`.execute(db)
}
