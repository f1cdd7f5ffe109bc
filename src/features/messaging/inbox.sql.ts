import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../api/session.server.ts'
import type { Db, Trx } from '../../db/connection.server.ts'
import type { IdQuery } from '../../db/ids.ts'
import { knownPerson, knownTo } from '../people/visible.sql.ts'

export type Cursor = { at: Date; messageId: number }

export type InboxRow = {
  otherId: number
  username: string
  birthday: string
  lastSeenAt: Date
  unread: number
  messageId: number
  senderId: number
  body: string
  isRevealed: boolean
  lastMessageAt: Date
}

/** Returns one page of a member's inbox, newest conversation first, without members whom the viewer may not see. */
export async function inboxPage(db: Db, scope: Scope, before: Cursor | null, most: number): Promise<InboxRow[]> {
  let query = knownTo(db, scope)
    .innerJoin('conversation_sides as side', 'side.other_id', 'people.account_id')
    .innerJoin('messages', 'messages.id', 'side.last_message_id')
    .leftJoin('message_reveals as reveal', (join) => join.onRef('reveal.message_id', '=', 'messages.id').on('reveal.account_id', '=', scope.member.id))
    .select([
      'side.other_id as otherId',
      'people.username',
      'people.birthday',
      'people.last_seen_at as lastSeenAt',
      'side.unread',
      'messages.id as messageId',
      'messages.sender_id as senderId',
      'messages.body',
      'messages.created_at as lastMessageAt',
      sql<boolean>`reveal.message_id is not null`.as('isRevealed'),
    ])
    .where('side.account_id', '=', scope.member.id)
    .where('side.hidden_at', 'is', null)
    .orderBy('side.last_message_at', 'desc')
    .orderBy('side.last_message_id', 'desc')
    .limit(most)
  if (before) {
    query = query.where(sql<boolean>`(side.last_message_at, side.last_message_id) < (${before.at}::timestamptz, ${before.messageId}::bigint)`)
  }
  return query.execute()
}

type Side = { accountId: number; otherId: number }

/** The same row lock as a send, so that a concurrent message is counted exactly once. Null without a conversation. */
export async function updateUnread(trx: Trx, { accountId, otherId }: Side, upTo: number | null): Promise<number | null> {
  const side = await trx
    .selectFrom('conversation_sides')
    .select('conversation_id')
    .where('account_id', '=', accountId)
    .where('other_id', '=', otherId)
    .forUpdate()
    .executeTakeFirst()
  if (!side) return null
  // A separate statement after the lock sees every message committed before it (READ COMMITTED).
  const { unread } = await trx
    .selectFrom('messages')
    .select(sql<number>`count(id)::int`.as('unread'))
    .where('conversation_id', '=', side.conversation_id)
    .where('sender_id', '=', otherId)
    .where('id', '>', upTo ?? Number.MAX_SAFE_INTEGER)
    .executeTakeFirstOrThrow()
  await trx.updateTable('conversation_sides').set({ unread }).where('account_id', '=', accountId).where('other_id', '=', otherId).execute()
  return unread
}

/** By message time; masked messages do not count. Returns whether the value changed. */
export async function recordReadTime(trx: Trx, { accountId, otherId }: Side, upTo: number | null, onlyRevealed: boolean): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('conversation_sides as side')
    .from((from) =>
      from
        .selectFrom('messages')
        .innerJoin('conversation_sides as own', 'own.conversation_id', 'messages.conversation_id')
        .select(sql<Date | null>`max(messages.created_at)`.as('at'))
        .where('own.account_id', '=', accountId)
        .where('own.other_id', '=', otherId)
        .where('messages.sender_id', '=', otherId)
        .where('messages.id', '<=', upTo ?? Number.MAX_SAFE_INTEGER)
        .$if(onlyRevealed, (query) =>
          query.where((e) =>
            e.exists(e.selectFrom('message_reveals').select('message_id').whereRef('message_id', '=', 'messages.id').where('account_id', '=', accountId)),
          ),
        )
        .as('newest'),
    )
    .set((e) => ({ last_read_at: e.ref('newest.at') }))
    .where('side.account_id', '=', accountId)
    .where('side.other_id', '=', otherId)
    .where('newest.at', 'is not', null)
    .where((e) => e.or([e('side.last_read_at', 'is', null), e('side.last_read_at', '<', e.ref('newest.at'))]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function markConversationUnread(db: Db, { accountId, otherId }: Side): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('conversation_sides as side')
    .set({ unread: sql`greatest(unread, 1)` })
    .where('side.account_id', '=', accountId)
    .where('side.other_id', '=', otherId)
    .where((e) =>
      e.exists(
        e
          .selectFrom('messages')
          .select('messages.id')
          .whereRef('messages.conversation_id', '=', 'side.conversation_id')
          .where('messages.sender_id', '=', otherId),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function hideSide(db: Db, { accountId, otherId }: Side, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('conversation_sides')
    .set({ hidden_at: at, unread: 0 })
    .where('account_id', '=', accountId)
    .where('other_id', '=', otherId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Newest first, one row per unread message: its sender as `userId` and `username`, and `at`. */
export function newMessages(db: Db, scope: Scope, since: Expression<Date>) {
  return db
    .selectFrom('conversation_sides as side')
    .innerJoinLateral(knownPerson(db, scope, sql.ref('side.other_id')).as('sender'), (join) => join.onTrue())
    .innerJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('messages')
          .select('messages.created_at')
          .whereRef('messages.conversation_id', '=', 'side.conversation_id')
          .whereRef('messages.sender_id', '=', 'side.other_id')
          .orderBy('messages.id', 'desc')
          .limit(sql<number>`side.unread`)
          .as('waiting'),
      (join) => join.onTrue(),
    )
    .select(['sender.account_id as userId', 'sender.username', 'waiting.created_at as at'])
    .where('side.account_id', '=', scope.member.id)
    .where('side.last_message_at', '>', since)
    .where('side.unread', '>', 0)
    .where('side.hidden_at', 'is', null)
    .where('waiting.created_at', '>', since)
}

/** Whose messages wait unread, the newest first. */
export function unreadSenders(db: Db, scope: Scope, most: number): IdQuery {
  return db
    .selectFrom('conversation_sides as side')
    .innerJoinLateral(knownPerson(db, scope, sql.ref('side.other_id')).as('sender'), (join) => join.onTrue())
    .select('sender.account_id as id')
    .where('side.account_id', '=', scope.member.id)
    .where('side.unread', '>', 0)
    .where('side.hidden_at', 'is', null)
    .orderBy('side.last_message_at', 'desc')
    .limit(sql.lit(most))
}

export function hasConversation({ member }: Scope, id: Expression<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from conversation_sides where account_id = ${member.id} and other_id = ${id})`
}
