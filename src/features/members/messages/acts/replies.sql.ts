import { type ExpressionBuilder, sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import type { Database } from '#db/schema.ts'
import type { Message } from '../messages.contract.ts'
import { isRevealedTo } from '../revealed.sql.ts'
import { MOST_QUOTED } from './replies.ts'

type MessageKind = Message['kind']

/** A message that is quoted: null where it is gone with its sender. */
export type Quoted = {
  id: number
  message: { senderId: number; kind: MessageKind; body: string; isRevealed: boolean } | null
}

/** Columns of a lateral join with `quotedByMessage`; all null where a message answers none. */
type QuotedRow = {
  replyTo: number | null
  quotedSender: number | null
  quotedKind: MessageKind | null
  quotedBody: string | null
  isQuotedRevealed: boolean | null
}

/** For a lateral join with `messages`, as `recordingOfMessage`. */
export function quotedByMessage(readerId: number) {
  return (lateral: ExpressionBuilder<Database, 'messages'>) =>
    lateral
      .selectFrom('messages as quoted')
      .select(['quoted.sender_id as quotedSender', 'quoted.kind as quotedKind'])
      .select([
        beginningOf('quoted.body').as('quotedBody'),
        isRevealedTo(readerId, 'quoted').as('isQuotedRevealed'),
      ])
      .whereRef('quoted.id', '=', 'messages.reply_to')
      .whereRef('quoted.conversation_id', '=', 'messages.conversation_id')
      .limit(sql.lit(1))
      .as('quoted')
}

/** One character more than is shown, which says that it goes on. */
const beginningOf = (body: string) =>
  sql<string>`left(${sql.ref(body)}, ${sql.lit(MOST_QUOTED + 1)})`

export function quotedIn(row: QuotedRow): Quoted | null {
  const { replyTo: id, quotedSender, quotedKind, quotedBody, isQuotedRevealed } = row
  if (id === null) return null
  return {
    id,
    message:
      quotedSender === null || quotedKind === null
        ? null
        : {
            senderId: quotedSender,
            kind: quotedKind,
            body: quotedBody ?? '',
            isRevealed: isQuotedRevealed === true,
          },
  }
}

/** A message of the two that is about to be answered; null where it is none of theirs. */
export async function messageToQuote(
  db: Db | Trx,
  memberId: number,
  otherId: number,
  messageId: number,
): Promise<Quoted | null> {
  const row = await db
    .selectFrom('conversation_sides as side')
    .innerJoin('messages as quoted', 'quoted.conversation_id', 'side.conversation_id')
    .select(['quoted.id as replyTo', 'quoted.sender_id as quotedSender'])
    .select(['quoted.kind as quotedKind', beginningOf('quoted.body').as('quotedBody')])
    .select(isRevealedTo(memberId, 'quoted').as('isQuotedRevealed'))
    .where('quoted.id', '=', messageId)
    .where('side.account_id', '=', memberId)
    .where('side.other_id', '=', otherId)
    .executeTakeFirst()
  return row ? quotedIn(row) : null
}
