import { type Kysely, sql } from 'kysely'

/** What staff say of a firing of a rule against fraud, also of one in shadow, about which there is no job: one mark a firing. */
const statements = [
  `create table fraud_marks (
    firing_id bigint primary key references fraud_firings on delete cascade,
    is_right boolean not null,
    marked_at timestamptz not null,
    marked_by bigint not null references accounts
  )`,
  `create index fraud_marks_by on fraud_marks (marked_by)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
