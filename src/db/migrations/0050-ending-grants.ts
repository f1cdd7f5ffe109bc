import { type Kysely, sql } from 'kysely'

/** When somebody's sight of private photos ends; null where it holds until it is taken back. */
const statements = [
  `alter table photo_grants add column ends_at timestamptz`,
  `create index photo_grants_ending on photo_grants (ends_at) where ends_at is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
