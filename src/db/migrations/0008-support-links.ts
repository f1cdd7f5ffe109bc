import { type Kysely, sql } from 'kysely'

const statements = [
  `create table support_links (
    id text primary key,
    opened_at timestamptz not null
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
