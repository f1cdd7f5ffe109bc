import { type Kysely, sql } from 'kysely'

/** One answerer at a time, all answers of a ticket, notes that stay inside, and texts that staff use again. */
const statements = [
  `alter table tickets
    add column leased_by bigint references accounts,
    add column leased_until timestamptz,
    add column snoozed_until timestamptz,
    add column first_answered_at timestamptz`,
  `create index tickets_leased on tickets (leased_by) where leased_by is not null`,
  `update tickets set first_answered_at = closed_at where answer is not null`,

  `create table ticket_answers (
    id bigint generated always as identity primary key,
    ticket_id bigint not null references tickets on delete cascade,
    author_id bigint references accounts,
    body text not null,
    created_at timestamptz not null
  )`,
  `create index ticket_answers_ticket on ticket_answers (ticket_id, id)`,
  `create index ticket_answers_author on ticket_answers (author_id)`,
  `insert into ticket_answers (ticket_id, author_id, body, created_at)
    select id, closed_by, answer, closed_at from tickets where answer is not null order by closed_at`,

  `create table ticket_notes (
    id bigint generated always as identity primary key,
    ticket_id bigint not null references tickets on delete cascade,
    author_id bigint not null references accounts,
    body text not null,
    created_at timestamptz not null
  )`,
  `create index ticket_notes_ticket on ticket_notes (ticket_id, id)`,
  `create index ticket_notes_author on ticket_notes (author_id)`,

  `create table canned_texts (
    id bigint generated always as identity primary key,
    name text not null,
    body text not null,
    changed_at timestamptz not null,
    changed_by bigint references accounts
  )`,
  `create unique index canned_texts_name on canned_texts (lower(name))`,
  `create index canned_texts_changed_by on canned_texts (changed_by)`,

  // Staff see how often a member reported, and was reported.
  `create index if not exists reports_reported on reports (reported_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
