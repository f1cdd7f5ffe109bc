import { type Kysely, sql } from 'kysely'

/** Changes of an account of which its owner has not been told yet: one row an account, so that many are one mail. */
const statements = [
  `create table account_changes (
    account_id bigint primary key references accounts on delete cascade,
    kinds text[] not null,
    due_at timestamptz,
    told_at timestamptz
  )`,
  `create index account_changes_due on account_changes (due_at) where due_at is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
