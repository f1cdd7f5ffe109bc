import { type Kysely, sql } from 'kysely'

/** A browser may be told what a notice is about, if its member chose so; `about` is the part of a profile that was liked, in words. */
const statements = [
  `alter table push_subscriptions add column says_what boolean not null default false`,
  `alter table pushes add column about text`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
