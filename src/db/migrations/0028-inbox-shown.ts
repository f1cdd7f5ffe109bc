import { type Kysely, sql } from 'kysely'

/** Few conversations of a full inbox are unread or hidden: they are counted and listed without the others. */
const statements = [
  `create index conversation_sides_unread on conversation_sides (account_id, last_message_at desc) where unread > 0 and hidden_at is null`,
  `create index conversation_sides_hidden on conversation_sides (account_id, last_message_at desc) where hidden_at is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
