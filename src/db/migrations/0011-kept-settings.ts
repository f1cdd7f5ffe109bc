import { type Kysely, sql } from 'kysely'

/** What all processes on this database have to agree on, and nobody has set: a demo's secret. */
const statements = [
  `create table kept_settings (
    name text primary key,
    value text not null
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
