import { type Kysely, sql } from 'kysely'

/** What people answer to our mails about a ticket, tickets that are one with another, and those that go on with an old one. */
const statements = [
  `alter table tickets
    add column merged_into bigint references tickets on delete set null,
    add column merged_at timestamptz,
    add column follows_id bigint references tickets on delete set null`,
  `create index tickets_merged_into on tickets (merged_into) where merged_into is not null`,
  `create index tickets_follows on tickets (follows_id) where follows_id is not null`,

  `create table ticket_letters (
    id bigint generated always as identity primary key,
    ticket_id bigint not null references tickets on delete cascade,
    body text not null,
    files_left_out int not null,
    created_at timestamptz not null
  )`,
  `create index ticket_letters_ticket on ticket_letters (ticket_id, id)`,

  // The keyed hash of a mail's name, so that a mail that comes again changes nothing.
  `create table ticket_mails (
    name_hash bytea primary key,
    ticket_id bigint not null references tickets on delete cascade
  )`,
  `create index ticket_mails_ticket on ticket_mails (ticket_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
