import { sql } from 'kysely'
import { type MessageRuleId, messageRuleIds } from '#core/rules/message-rules.ts'
import type { Db, Trx } from '#db/connection.server.ts'

export type QuestionEvent = 'asked' | 'sent' | 'fine'

/** How many messages two members have, counted up to `most`. */
export async function countBetween(
  db: Db,
  memberId: number,
  otherId: number,
  most: number,
): Promise<number> {
  const first = db
    .selectFrom('conversation_sides as side')
    .innerJoin('messages', 'messages.conversation_id', 'side.conversation_id')
    .select('messages.id')
    .where('side.account_id', '=', memberId)
    .where('side.other_id', '=', otherId)
    .limit(sql.lit(most))
  const { count } = await db
    .selectFrom(first.as('first'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function countQuestion(
  db: Db | Trx,
  rule: MessageRuleId,
  event: QuestionEvent,
  at: Date,
): Promise<void> {
  await db
    .insertInto('message_questions')
    .values({ rule, event, day: at.toISOString().slice(0, 10), count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['rule', 'event', 'day'])
        .doUpdateSet((eb) => ({ count: eb('message_questions.count', '+', sql.lit(1)) })),
    )
    .execute()
}

/**
 * Notes that its recipient is fine with a message; returns its rule and sender, or undefined if it
 * has no warning left.
 */
export async function calmMessage(trx: Trx, memberId: number, messageId: number, at: Date) {
  const row = await trx
    .updateTable('messages')
    .from('conversation_sides as side')
    .set({ calmed_at: at })
    .where('messages.id', '=', messageId)
    .where('messages.warning', 'is not', null)
    .where('messages.calmed_at', 'is', null)
    .where('messages.sender_id', '<>', memberId)
    .whereRef('side.conversation_id', '=', 'messages.conversation_id')
    .where('side.account_id', '=', memberId)
    .returning(['messages.warning', 'messages.sender_id as senderId'])
    .executeTakeFirst()
  return row && { senderId: row.senderId, rule: messageRuleIds.find((id) => id === row.warning) }
}
