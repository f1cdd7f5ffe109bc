import { type Kysely, sql } from 'kysely'

/** Links of the support desk that have been opened: each opens one account once. The audit log knows the rest. */
const statements = [
  `create table support_links (
    id text primary key,
    opened_at timestamptz not null
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
