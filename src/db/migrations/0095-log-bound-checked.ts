import { type Kysely, sql } from 'kysely'

/** Reads the whole table while members write; 0096 then need not. */
const statements = [`alter table audit_log validate constraint audit_log_bound`]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
