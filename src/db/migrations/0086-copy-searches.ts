import { type Kysely, sql } from 'kysely'

/**
 * Copies of removed photos are looked for by a job. A ban for fraud keeps the mailbox that it was about, so that one that
 * is taken back forgets none that another ban is about. A decision can end at a moment that is no whole number of days.
 */
const statements = [
  `create table copy_searches (
    photo_id bigint primary key references photos on delete cascade,
    done_to bigint not null default 0,
    asked_at timestamptz not null
  )`,
  `alter table fraud_bans add column identity bytea`,
  `create index fraud_bans_identity on fraud_bans (identity) where identity is not null`,
  `alter table decisions add column ends_at timestamptz`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
