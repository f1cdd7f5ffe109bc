import { type Kysely, sql } from 'kysely'

/** A request for removal also ends with a decision about a text or an account. */
const statements = [
  `alter table removals drop constraint removals_outcome_check`,
  `alter table removals add constraint removals_outcome_check check (outcome in ('removed', 'acted', 'refused')) not valid`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
