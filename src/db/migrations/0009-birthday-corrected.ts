import { type Kysely, sql } from 'kysely'

const statements = [`alter table profiles add column birthday_corrected_at timestamptz`]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
