import { type ExpressionBuilder, sql } from 'kysely'
import type { Trx } from '#db/connection.server.ts'
import type { Database } from '#db/schema.ts'
import type { Reaction } from './reactions.ts'

/** For a lateral join with `messages`: a row for each, with those of the reader and of the other. */
export function reactionsOnMessage(readerId: number) {
  return (lateral: ExpressionBuilder<Database, 'messages'>) =>
    lateral
      .selectFrom('message_reactions as given')
      .select([
        sql<string | null>`max(reaction) filter (where given.account_id = ${readerId})`.as('mine'),
        sql<string | null>`max(reaction) filter (where given.account_id <> ${readerId})`.as(
          'theirs',
        ),
      ])
      .whereRef('given.message_id', '=', 'messages.id')
      .as('reactions')
}

/** One a member and message: null takes it back. */
export async function setReaction(
  trx: Trx,
  { accountId, messageId }: { accountId: number; messageId: number },
  reaction: Reaction | null,
  at: Date,
): Promise<void> {
  if (reaction === null)
    await trx
      .deleteFrom('message_reactions')
      .where('message_id', '=', messageId)
      .where('account_id', '=', accountId)
      .execute()
  else
    await trx
      .insertInto('message_reactions')
      .values({ message_id: messageId, account_id: accountId, reaction, reacted_at: at })
      .onConflict((conflict) =>
        conflict.columns(['message_id', 'account_id']).doUpdateSet({ reaction, reacted_at: at }),
      )
      .execute()
}
