import { type Kysely, sql } from 'kysely'

/**
 * Since when somebody's message waits for an answer, and until when its reader does not want to be reminded. A push
 * names who caused it, so that nobody is called for somebody whom they cannot see.
 */
const statements = [
  `alter table conversation_sides
    add column waiting_since timestamptz,
    add column snoozed_until timestamptz`,
  `update conversation_sides side set waiting_since = (
      select min(created_at) from messages
      where conversation_id = side.conversation_id
        and id > coalesce((select max(id) from messages where conversation_id = side.conversation_id and sender_id = side.account_id), 0)
    )
    where exists (select from messages where id = side.last_message_id and sender_id = side.other_id)`,
  `create index conversation_sides_waiting on conversation_sides (account_id, waiting_since) where waiting_since is not null`,
  `alter table pushes add column other_id bigint references accounts on delete cascade`,
  `create index pushes_other on pushes (other_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
