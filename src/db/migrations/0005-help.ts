import { type Kysely, sql } from 'kysely'

/** Votes are counted by brand and day, without the voter. A fingerprint prevents duplicates of open tickets. */
const statements = [
  `create table help_votes (
    brand text not null references brands,
    question_id text not null,
    day date not null,
    useful integer not null,
    not_useful integer not null,
    primary key (brand, question_id, day)
  )`,
  `alter table tickets add column question_id text`,
  `alter table tickets add column fingerprint bytea`,
  `create unique index tickets_open_once on tickets (fingerprint) where closed_at is null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
