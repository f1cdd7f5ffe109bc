import { type Kysely, sql } from 'kysely'

/** Which rules for photos its owner confirmed; null where a photo is older than the question. */
const statements = [
  `alter table photos add column rules_version text`,
  `alter table view_once_photos add column rules_version text`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
