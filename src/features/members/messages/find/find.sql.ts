import { sql } from 'kysely'
import type { Db } from '#db/connection.server.ts'
import { isRevealedTo } from '../revealed.sql.ts'

/** Of one conversation of the member. */
export type Looked = {
  memberId: number
  otherId: number
  /** Masked messages are not found where it is false. */
  readsAll: boolean
  before: number | null
}

const messagesOf = (db: Db, { memberId, otherId, before }: Looked) =>
  db
    .selectFrom('messages')
    .where('conversation_id', '=', (e) =>
      e
        .selectFrom('conversation_sides')
        .select('conversation_id')
        .where('account_id', '=', memberId)
        .where('other_id', '=', otherId),
    )
    .$if(before !== null, (query) => query.where('messages.id', '<', before as number))
    .orderBy('messages.id', 'desc')

/** The oldest message that is looked through, so that a search is bounded; null for all. */
export async function searchFloor(db: Db, looked: Looked, most: number): Promise<number | null> {
  const row = await messagesOf(db, looked)
    .select('messages.id')
    .offset(sql.lit(most - 1))
    .limit(sql.lit(1))
    .executeTakeFirst()
  return row?.id ?? null
}

/** Those with the words, from `floor` on, the newest first. */
export async function messagesWith(
  db: Db,
  looked: Looked,
  { q, floor, most }: { q: string; floor: number | null; most: number },
) {
  const { memberId, readsAll } = looked
  return messagesOf(db, looked)
    .select(['messages.id', 'sender_id as senderId', 'kind', 'body', 'created_at as sentAt'])
    .where('kind', 'in', ['text', 'magic', 'voice'])
    .where(sql<boolean>`strpos(lower(body), lower(${q})) > 0`)
    .$if(!readsAll, (query) =>
      query.where(sql<boolean>`(sender_id = ${memberId} or ${isRevealedTo(memberId)})`),
    )
    .$if(floor !== null, (query) => query.where('messages.id', '>=', floor as number))
    .limit(sql.lit(most))
    .$narrowType<{ kind: 'text' | 'magic' | 'voice' }>()
    .execute()
}
