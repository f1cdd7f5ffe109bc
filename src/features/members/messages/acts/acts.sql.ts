import { sql } from 'kysely'
import type { Trx } from '#db/connection.server.ts'
import { isRevealedTo } from '../revealed.sql.ts'
import { withdrawView } from '../view-once/view-once.sql.ts'

/**
 * A message of one of the member's conversations, which nobody deletes for both before the
 * transaction ends; undefined where there is none, or it was deleted.
 */
export async function messageInChat(trx: Trx, memberId: number, messageId: number) {
  return trx
    .selectFrom('messages')
    .innerJoin('conversation_sides as side', 'side.conversation_id', 'messages.conversation_id')
    .select(['messages.sender_id as senderId', 'side.other_id as otherId'])
    .select(isRevealedTo(memberId).as('isRevealed'))
    .where('messages.id', '=', messageId)
    .where('messages.kind', '<>', 'deleted')
    .where('side.account_id', '=', memberId)
    .forShare('messages')
    .executeTakeFirst()
}

export type Deletion = {
  messageId: number
  conversationId: number
  senderId: number
  otherId: number
  at: Date
}

/**
 * Empties a message in a conversation that `lockConversation` has locked; it stays as the place
 * where one was. Returns the keys of its files; null if it was deleted before.
 */
export async function emptyMessage(
  trx: Trx,
  { messageId, conversationId, senderId, otherId, at }: Deletion,
): Promise<Record<'recording' | 'photo' | 'chatPhoto', string | undefined> | null> {
  const { numUpdatedRows } = await trx
    .updateTable('messages')
    .set({ kind: 'deleted', body: '', reply_to: null, warning: null, calmed_at: null })
    .where('id', '=', messageId)
    .where('kind', '<>', 'deleted')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return null
  await trx.deleteFrom('message_quotes').where('message_id', '=', messageId).execute()
  await trx.deleteFrom('message_reactions').where('message_id', '=', messageId).execute()
  const recording = await trx
    .deleteFrom('recordings')
    .where('message_id', '=', messageId)
    .returning('key')
    .executeTakeFirst()
  const chatPhoto = await trx
    .deleteFrom('chat_photos')
    .where('message_id', '=', messageId)
    .returning('key')
    .executeTakeFirst()
  // One that was opened has its time, in which it can be reported.
  const photo = await withdrawView(trx, messageId, senderId, at)
  await forgetNews(trx, { messageId, conversationId, senderId, otherId })
  return { recording: recording?.key, photo, chatPhoto: chatPhoto?.key }
}

/**
 * What is deleted is no news for whom it was written to, and waits for no answer. Unread are always
 * the last ones.
 */
async function forgetNews(
  trx: Trx,
  { messageId, conversationId, senderId, otherId }: Omit<Deletion, 'at'>,
): Promise<void> {
  const left = sql`from messages where conversation_id = ${conversationId} and sender_id = ${senderId} and kind <> 'deleted'`
  const answered = sql`(select coalesce(max(id), 0) from messages where conversation_id = ${conversationId} and sender_id = ${otherId})`
  await sql`
    update conversation_sides set
      unread = unread - case when unread > (select count(*) ${left} and id > ${messageId}) then 1 else 0 end,
      waiting_since = case when waiting_since is not null then (select greatest(waiting_since, min(created_at)) ${left} and id > ${answered} having count(*) > 0) end
    where account_id = ${otherId} and other_id = ${senderId}`.execute(trx)
}
