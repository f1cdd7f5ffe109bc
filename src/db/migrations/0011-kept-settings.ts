import { type Kysely, sql } from 'kysely'

const statements = [
  `create table kept_settings (
    name text primary key,
    value text not null
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
