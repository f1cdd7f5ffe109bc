import { type Kysely, sql } from 'kysely'

/** A birthday is corrected once at most, while somebody is still joining: since when it was. */
const statements = [`alter table profiles add column birthday_corrected_at timestamptz`]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
