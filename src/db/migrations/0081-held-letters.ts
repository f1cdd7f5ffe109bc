import { type Kysely, sql } from 'kysely'

/**
 * First messages that a rule against fraud holds for some minutes, so that staff can look. While it is open, its recipient
 * has no side of the conversation, and so sees nothing of it.
 */
const statements = [
  `create table held_letters (
    id bigint generated always as identity primary key,
    conversation_id bigint references conversations on delete set null,
    sender_id bigint not null references accounts on delete cascade,
    other_id bigint not null,
    brand text not null,
    held_at timestamptz not null,
    until timestamptz not null,
    ended_at timestamptz,
    outcome text check (outcome in ('passed', 'withheld', 'gone')),
    words text,
    check ((ended_at is null) = (outcome is null))
  )`,
  `create unique index held_letters_conversation on held_letters (conversation_id) where ended_at is null`,
  `create index held_letters_conversations on held_letters (conversation_id)`,
  `create index held_letters_open on held_letters (until) where ended_at is null`,
  `create index held_letters_ended on held_letters (ended_at)`,
  `create index held_letters_sender on held_letters (sender_id, id)`,
  `create index held_letters_recipient on held_letters (other_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
