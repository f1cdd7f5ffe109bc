import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Scope } from '#api/member.server.ts'
import { takesFirstFrom } from '#core/people/first-messages/first-messages.sql.ts'
import { knownTo } from '#core/people/shown-to/visible.sql.ts'
import type { WarningId } from '#core/rules/message-rules.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import type { IdQuery } from '#db/ids.ts'
import { isMatchOf } from '../likes/likes.sql.ts'
import type { Part } from '../likes/parts.sql.ts'
import { reactionsOnMessage } from './acts/reactions.sql.ts'
import { type Reactions, reactionOf } from './acts/reactions.ts'
import { type Quoted, quotedByMessage, quotedIn } from './acts/replies.sql.ts'
import {
  chatPhotoOfMessage,
  type PhotoColumns,
  photoIn,
  type StoredChatPhoto,
} from './chat-photos/chat-photos.sql.ts'
import { addQuote, partOf, quoteOfMessage } from './quotes.sql.ts'
import { isRevealedTo } from './revealed.sql.ts'
import {
  addViewOnce,
  type NewViewOnce,
  type StoredViewOnce,
  viewOnceOfMessage,
} from './view-once/view-once.sql.ts'
import { addRecording, recordingOfMessage, type StoredRecording } from './voice/recordings.sql.ts'

export type OtherRow = {
  id: number
  username: string
  birthday: string
  lastSeenAt: Date
  readAt: Date | null
  /** Whether `scope` may write, as far as the other one decides it. */
  isOpen: boolean
  isMatch: boolean
}

/**
 * Returns the member if `scope` may see them, with the time up to which they have read `scope`'s
 * messages.
 */
export async function findOther(
  db: Db | Trx,
  scope: Scope,
  otherId: number,
): Promise<OtherRow | undefined> {
  return knownTo(db, scope)
    .leftJoin('conversation_sides as side', (join) =>
      join
        .onRef('side.account_id', '=', 'people.account_id')
        .on('side.other_id', '=', scope.member.id),
    )
    .select([
      'people.account_id as id',
      'people.username',
      'people.birthday',
      'people.last_seen_at as lastSeenAt',
      'side.last_read_at as readAt',
    ])
    .select(isOpenTo(scope.member.id, sql.ref('people.account_id')).as('isOpen'))
    .select(isMatchOf(scope, sql.ref('people.account_id')).as('isMatch'))
    .where('people.account_id', '=', otherId)
    .executeTakeFirst()
}

/** Whether a conversation has begun, or the recipient takes first messages of the sender. */
export function isOpenTo(senderId: number, recipientId: Expression<number>): RawBuilder<boolean> {
  return sql<boolean>`(
    ${takesFirstFrom(senderId, recipientId)}
    or exists (select from conversation_sides where account_id = ${senderId} and other_id = ${recipientId} and last_message_id is not null)
  )`
}

/** Whether what the member wrote to another waits for an answer. */
export function isUnanswered(memberId: number, otherId: Expression<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from conversation_sides where account_id = ${otherId} and other_id = ${memberId} and waiting_since is not null)`
}

export type MessageKind = 'text' | 'magic' | 'voice' | 'viewOnce' | 'photo' | 'deleted'

export type StoredMessage = {
  id: number
  senderId: number
  kind: MessageKind
  body: string
  sentAt: Date
  isRevealed: boolean
  recording: StoredRecording | null
  viewOnce: StoredViewOnce | null
  photo?: StoredChatPhoto | null
  /** The rule that it fits, until its recipient is fine with it. */
  warning: string | null
}

export type MessageRow = StoredMessage & {
  about: Part | null
  quoted: Quoted | null
  reactions: Reactions
}

const warning = sql<
  string | null
>`case when messages.calmed_at is null then messages.warning end`.as('warning')

/** Null where the message is no voice message, no photo for one view, and no photo. */
type Attached = PhotoColumns & { key: string | null; milliseconds: number | null } & Omit<
    StoredViewOnce,
    'endsAt'
  > & { endsAt: Date | null }

function withAttached<Row extends Attached>({
  key,
  milliseconds,
  endsAt,
  approvedAt,
  refusedAt,
  seenAt,
  withdrawnAt,
  photoKey,
  photoWidth,
  photoHeight,
  ...row
}: Row) {
  return {
    ...row,
    photo: photoIn({ photoKey, photoWidth, photoHeight }),
    recording: key === null || milliseconds === null ? null : { key, milliseconds },
    viewOnce: endsAt === null ? null : { endsAt, approvedAt, refusedAt, seenAt, withdrawnAt },
  }
}

const attached = [
  'recording.key',
  'recording.milliseconds',
  'once.endsAt',
  'once.approvedAt',
  'once.refusedAt',
  'once.seenAt',
  'once.withdrawnAt',
  'picture.photoKey',
  'picture.photoWidth',
  'picture.photoHeight',
] as const

export async function messagesBetween(
  db: Db | Trx,
  memberId: number,
  otherId: number,
  before: number | null,
  most: number,
): Promise<MessageRow[]> {
  const rows = await db
    .selectFrom('conversation_sides as side')
    .innerJoin('messages', 'messages.conversation_id', 'side.conversation_id')
    .leftJoinLateral(recordingOfMessage, (join) => join.onTrue())
    .leftJoinLateral(viewOnceOfMessage, (join) => join.onTrue())
    .leftJoinLateral(chatPhotoOfMessage, (join) => join.onTrue())
    .leftJoinLateral(quoteOfMessage, (join) => join.onTrue())
    .leftJoinLateral(quotedByMessage(memberId), (join) => join.onTrue())
    .leftJoinLateral(reactionsOnMessage(memberId), (join) => join.onTrue())
    .select([
      'messages.id',
      'messages.sender_id as senderId',
      'messages.kind',
      'messages.body',
      'messages.created_at as sentAt',
      isRevealedTo(memberId).as('isRevealed'),
      warning,
      ...attached,
      'quote.photoId',
      'quote.promptId',
      'quote.question',
      'quote.answer',
      'messages.reply_to as replyTo',
      'quoted.quotedSender',
      'quoted.quotedKind',
      'quoted.quotedBody',
      'quoted.isQuotedRevealed',
      'reactions.mine',
      'reactions.theirs',
    ])
    .where('side.account_id', '=', memberId)
    .where('side.other_id', '=', otherId)
    .$if(before !== null, (query) => query.where('messages.id', '<', before as number))
    .orderBy('messages.id', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => {
    const { photoId, promptId, question, answer, mine, theirs, ...message } = row
    return {
      ...withAttached(message),
      about: partOf({ photoId, promptId, question, answer }),
      quoted: quotedIn(row),
      reactions: { mine: reactionOf(mine), theirs: reactionOf(theirs) },
    }
  })
}

/** How many messages of a conversation are not older than one of them, up to `most`. */
export async function countSince(
  db: Db,
  memberId: number,
  otherId: number,
  messageId: number,
  most: number,
): Promise<number> {
  const since = db
    .selectFrom('conversation_sides as side')
    .innerJoin('messages', 'messages.conversation_id', 'side.conversation_id')
    .select('messages.id')
    .where('side.account_id', '=', memberId)
    .where('side.other_id', '=', otherId)
    .where('messages.id', '>=', messageId)
    .limit(most)
  const { count } = await db
    .selectFrom(since.as('since'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Id of the message that comes so many after one of a conversation; null where none does. */
export async function messageAfter(
  db: Db,
  memberId: number,
  otherId: number,
  messageId: number,
  count: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('conversation_sides as side')
    .innerJoin('messages', 'messages.conversation_id', 'side.conversation_id')
    .select('messages.id')
    .where('side.account_id', '=', memberId)
    .where('side.other_id', '=', otherId)
    .where('messages.id', '>=', messageId)
    .orderBy('messages.id')
    .offset(sql.lit(count))
    .limit(sql.lit(1))
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * If both members write first at the same moment, the second transaction waits here and finds the
 * first one's row.
 */
export async function enterConversation(
  trx: Trx,
  a: number,
  b: number,
  at: Date,
): Promise<{ id: number; isNew: boolean }> {
  const known = await lockConversation(trx, a, b)
  if (known !== undefined) return { id: known, isNew: false }
  const [low, high] = inOrder(a, b)
  const made = await trx
    .insertInto('conversations')
    .values({ low_id: low, high_id: high, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) {
    const theirs = await lockConversation(trx, a, b)
    if (theirs === undefined) throw new Error('a conversation was there and is gone')
    return { id: theirs, isNew: false }
  }
  const side = {
    conversation_id: made.id,
    last_read_at: null,
    hidden_at: null,
    last_message_id: null,
    last_message_at: null,
  }
  await trx
    .insertInto('conversation_sides')
    .values([
      { ...side, account_id: low, other_id: high },
      { ...side, account_id: high, other_id: low },
    ])
    .execute()
  return { id: made.id, isNew: true }
}

const inOrder = (a: number, b: number) => (a < b ? ([a, b] as const) : ([b, a] as const))

/** As whoever writes in it does; undefined where the two have none. */
export async function lockConversation(
  trx: Db | Trx,
  a: number,
  b: number,
): Promise<number | undefined> {
  const [low, high] = inOrder(a, b)
  const row = await trx
    .selectFrom('conversations')
    .select('id')
    .where('low_id', '=', low)
    .where('high_id', '=', high)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.id
}

export type NewMessage = {
  conversationId: number
  from: number
  to: number
  kind: MessageKind
  body: string
  recording: StoredRecording | null
  viewOnce: NewViewOnce | null
  warning: WarningId | null
  about: Part | null
  replyTo?: number | null
  at: Date
}

/**
 * Adds a message to a conversation locked by `enterConversation` and shows it in both inboxes
 * again. `sides`: those of the two who have the conversation; the recipient of one that is held has
 * not.
 */
export async function addMessage(
  trx: Trx,
  message: NewMessage,
): Promise<{ id: number; sides: number[] }> {
  const { id } = await trx
    .insertInto('messages')
    .values({
      conversation_id: message.conversationId,
      sender_id: message.from,
      kind: message.kind,
      body: message.body,
      warning: message.warning,
      reply_to: message.replyTo ?? null,
      created_at: message.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (message.about) await addQuote(trx, id, message.to, message.about)
  if (message.recording)
    await addRecording(trx, { messageId: id, accountId: message.from, ...message.recording })
  if (message.viewOnce)
    await addViewOnce(trx, { messageId: id, accountId: message.from, ...message.viewOnce })
  const sides = await trx
    .updateTable('conversation_sides')
    .set({
      last_message_id: id,
      last_message_at: message.at,
      hidden_at: null,
      // What was unread when the conversation was hidden is not waited for any more.
      waiting_since: sql`case when account_id = ${message.to} then coalesce(waiting_since, ${message.at}::timestamptz) end`,
      // Whoever answers has stopped putting it off.
      snoozed_until: sql`case when account_id = ${message.to} then snoozed_until end`,
      unread: sql`case when hidden_at is null then unread else 0 end + case when account_id = ${message.to} then 1 else 0 end`,
    })
    .where('conversation_id', '=', message.conversationId)
    .returning('account_id as accountId')
    .execute()
  return { id, sides: sides.map(({ accountId }) => accountId) }
}

/**
 * The first of `found` with whom the member has no conversation and who take its first message,
 * sorted by id.
 */
export async function withoutConversation(
  trx: Trx,
  memberId: number,
  found: IdQuery,
  most: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select found.id from (${found}) as found
      where not exists (select from conversation_sides where account_id = ${memberId} and other_id = found.id)
        and ${takesFirstFrom(memberId, sql.ref('found.id'))}
      limit ${sql.lit(most)}
    ) as first order by id`.execute(trx)
  return rows.map(({ id }) => id)
}

/** One that its sender has not deleted. */
export async function receivedMessage(
  db: Db | Trx,
  scope: Scope,
  messageId: number,
): Promise<StoredMessage | undefined> {
  const row = await knownTo(db, scope)
    .innerJoin('messages', 'messages.sender_id', 'people.account_id')
    .innerJoin('conversation_sides as side', 'side.conversation_id', 'messages.conversation_id')
    .leftJoinLateral(recordingOfMessage, (join) => join.onTrue())
    .leftJoinLateral(viewOnceOfMessage, (join) => join.onTrue())
    .leftJoinLateral(chatPhotoOfMessage, (join) => join.onTrue())
    .select(['messages.id', 'messages.kind', 'messages.created_at as sentAt', ...attached])
    .select([
      'messages.sender_id as senderId',
      'messages.body',
      isRevealedTo(scope.member.id).as('isRevealed'),
      warning,
    ])
    .where('messages.id', '=', messageId)
    .where('messages.kind', '<>', 'deleted')
    .where('side.account_id', '=', scope.member.id)
    .whereRef('side.other_id', '=', 'messages.sender_id')
    .executeTakeFirst()
  return row && withAttached(row)
}

/** A message as its sender has it, and to whom it was sent. */
export async function messageOf(
  db: Db | Trx,
  messageId: number,
): Promise<(Omit<StoredMessage, 'isRevealed'> & { otherId: number }) | undefined> {
  const row = await db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .leftJoinLateral(recordingOfMessage, (join) => join.onTrue())
    .leftJoinLateral(viewOnceOfMessage, (join) => join.onTrue())
    .leftJoinLateral(chatPhotoOfMessage, (join) => join.onTrue())
    .select([
      'messages.id',
      'messages.kind',
      'messages.created_at as sentAt',
      'messages.sender_id as senderId',
      'messages.body',
      warning,
      ...attached,
    ])
    .select(
      sql<number>`case when low_id = messages.sender_id then high_id else low_id end`.as('otherId'),
    )
    .where('messages.id', '=', messageId)
    .executeTakeFirst()
  return row && withAttached(row)
}

export async function countReveals(db: Db | Trx, memberId: number, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('message_reveals')
    .select(sql<number>`count(message_id)::int`.as('count'))
    .where('account_id', '=', memberId)
    .where('revealed_at', '>=', since)
    .executeTakeFirstOrThrow()
  return count
}

export async function recordReveal(
  trx: Trx,
  memberId: number,
  messageId: number,
  at: Date,
): Promise<void> {
  await trx
    .insertInto('message_reveals')
    .values({ account_id: memberId, message_id: messageId, revealed_at: at })
    .execute()
}

export async function recordAttempt(
  db: Db,
  memberId: number,
  otherId: number,
  at: Date,
): Promise<void> {
  await db
    .insertInto('message_attempts')
    .values({ account_id: memberId, other_id: otherId, attempted_at: at })
    .execute()
}
