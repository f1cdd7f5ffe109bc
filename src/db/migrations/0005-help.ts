import { type Kysely, sql } from 'kysely'

/**
 * What people make of the help pages: how many found an answer useful, by brand and day, and nothing about
 * who they are. And what a ticket from there says more: the question that it was written under, and a hash of
 * its words, so that a button pressed twice makes one ticket of those that wait to be read.
 */
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
