import { sql } from 'kysely'

/**
 * Whether its reader can read it on every brand for good: it was revealed, or read where reading is
 * free. `message` is the alias under which the table of messages stands in the query.
 */
export function isRevealedTo(readerId: number, message: 'messages' | 'quoted' = 'messages') {
  const [id, conversation] = [sql.ref(`${message}.id`), sql.ref(`${message}.conversation_id`)]
  return sql<boolean>`(
    exists (select from message_reveals where message_id = ${id} and account_id = ${readerId})
    or ${id} <= coalesce((
      select opened_until from conversation_sides
      where conversation_id = ${conversation} and account_id = ${readerId}
    ), 0)
  )`
}
