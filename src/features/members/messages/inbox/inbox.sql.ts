import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Scope } from '#api/member.server.ts'
import { MAX_COUNTED } from '#core/live/tickers.ts'
import { knownPerson, knownTo, visiblePerson } from '#core/people/shown-to/visible.sql.ts'
import { compiledOnce } from '#db/compiled-once.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import type { IdQuery } from '#db/ids.ts'
import type { Cursor } from '#lib/cursor.ts'
import { allMatchesOf } from '#members/likes/likes.sql.ts'
import type { MessageKind } from '../messages.sql.ts'
import { isRevealedTo } from '../revealed.sql.ts'
import { recordingOfMessage } from '../voice/recordings.sql.ts'
import type { Show } from './inbox.ts'

export type InboxRow = {
  otherId: number
  username: string
  birthday: string
  lastSeenAt: Date
  unread: number
  isMuted: boolean
  pinnedAt: Date | null
  /** Null for a match without a message. */
  message: {
    id: number
    senderId: number
    body: string
    kind: MessageKind
    milliseconds: number | null
    isRevealed: boolean
  } | null
  /** Time and id of its last message, or for a match of the other member. */
  cursor: Cursor
}

export type Shown = {
  show: Exclude<Show, 'matches'>
  q: string
  /** Whether the member reads every message; if not, masked messages are not found. */
  readsAll: boolean
  /** Pinned conversations alone, in the order of their pins; or without, or among the others. */
  pins: 'alone' | 'without' | 'among'
}

type AskedPage = {
  memberId: number
  brandId: string
  q: string
  before: Cursor | null
  most: number
}
type PageShape = Omit<Shown, 'q'> & { isSearch: boolean; isFirst: boolean }

const pageRows = compiledOnce(
  (
    db,
    { memberId: me, brandId, q, before, most }: AskedPage,
    { show, readsAll, pins, isSearch, isFirst }: PageShape,
  ) =>
    // The query needs no more of its scope.
    knownTo(db, { member: { id: me }, brand: { id: brandId } } as Scope)
      .innerJoin('conversation_sides as side', 'side.other_id', 'people.account_id')
      .innerJoinLateral(
        (lateral) =>
          lateral
            .selectFrom('messages')
            .leftJoinLateral(recordingOfMessage, (join) => join.onTrue())
            .select([
              'messages.id',
              'messages.sender_id',
              'messages.body',
              'messages.kind',
              'recording.milliseconds',
            ])
            .select(isRevealedTo(me).as('is_revealed'))
            .where(
              'messages.id',
              '=',
              isSearch ? foundMessage(me, q, readsAll) : sql.ref<number>('side.last_message_id'),
            )
            .limit(sql.lit(1))
            .as('message'),
        (join) => join.onTrue(),
      )
      .select([
        'side.other_id as otherId',
        'people.username',
        'people.birthday',
        'people.last_seen_at as lastSeenAt',
        'side.unread',
        sql<boolean>`side.muted_at is not null`.as('isMuted'),
        'side.pinned_at as pinnedAt',
        'message.id',
        'message.sender_id as senderId',
        'message.body',
        'message.milliseconds',
        'message.kind',
        'message.is_revealed as isRevealed',
        'side.last_message_at as lastMessageAt',
        'side.last_message_id as lastMessageId',
      ])
      .where('side.account_id', '=', me)
      .where('side.hidden_at', show === 'hidden' ? 'is not' : 'is', null)
      .$if(show === 'unread', (query) =>
        query.where('side.unread', '>', sql.lit(0)).where('side.muted_at', 'is', null),
      )
      .$if(pins !== 'among', (query) =>
        query.where('side.pinned_at', pins === 'alone' ? 'is not' : 'is', null),
      )
      .$if(!isFirst, (query) =>
        query.where(
          sql<boolean>`(side.last_message_at, side.last_message_id) < (${before?.at}::timestamptz, ${before?.id}::bigint)`,
        ),
      )
      .$if(pins === 'alone', (query) => query.orderBy('side.pinned_at', 'desc'))
      .orderBy('side.last_message_at', 'desc')
      .orderBy('side.last_message_id', 'desc')
      .limit(most),
)

/**
 * One page of a member's inbox, newest conversation first, without members whom the viewer may not
 * see.
 */
export async function inboxPage(
  db: Db,
  { member, brand }: Scope,
  { show, q, readsAll, pins }: Shown,
  before: Cursor | null,
  most: number,
): Promise<InboxRow[]> {
  const shape = { show, readsAll, pins, isSearch: q !== '', isFirst: before === null }
  const rows = await pageRows(
    db,
    { memberId: member.id, brandId: brand.id, q, before, most },
    shape,
  )
  return rows.map(
    ({
      id,
      senderId,
      body,
      kind,
      milliseconds,
      isRevealed,
      lastMessageAt,
      lastMessageId,
      ...row
    }) => ({
      ...row,
      message: { id, senderId, body, kind, milliseconds, isRevealed },
      cursor: { at: lastMessageAt as Date, id: lastMessageId as number },
    }),
  )
}

/**
 * Id of the newest message with these words that the member can read, or of the last one if the
 * name has them.
 */
function foundMessage(me: number, q: string, readsAll: boolean): RawBuilder<number> {
  const isReadable = sql`(sender_id = ${me} or ${isRevealedTo(me)})`
  return sql<number>`coalesce(
    (
      select id from messages
      where conversation_id = side.conversation_id and strpos(lower(body), lower(${q})) > 0 ${readsAll ? sql`` : sql`and ${isReadable}`}
      order by id desc limit 1
    ),
    case when strpos(lower(people.username), lower(${q})) > 0 then side.last_message_id end
  )`
}

const withoutConversation = (memberId: number) =>
  sql<boolean>`not exists (select from conversation_sides where account_id = ${memberId} and other_id = made.other_id)`

/** A page of the matches who have no message yet, the newest first. */
export async function openMatches(
  db: Db,
  scope: Scope,
  q: string,
  before: Cursor | null,
  most: number,
): Promise<InboxRow[]> {
  const person = knownTo(db, scope)
    .select(['username', 'birthday', 'last_seen_at as lastSeenAt'])
    .where('account_id', '=', sql.ref<number>('made.other_id'))
    .$if(q !== '', (query) => query.where(sql<boolean>`strpos(lower(username), lower(${q})) > 0`))
    .limit(sql.lit(1))
  const rows = await db
    .selectFrom(allMatchesOf(db, scope).as('made'))
    .innerJoinLateral(person.as('people'), (join) => join.onTrue())
    .select([
      'made.other_id as otherId',
      'made.created_at as at',
      'people.username',
      'people.birthday',
      'people.lastSeenAt',
    ])
    .where(withoutConversation(scope.member.id))
    .$if(before !== null, (query) =>
      query.where(
        sql<boolean>`(made.created_at, made.other_id) < (${before?.at}::timestamptz, ${before?.id}::bigint)`,
      ),
    )
    .orderBy('made.created_at', 'desc')
    .orderBy('made.other_id', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ at, ...row }) => ({
    ...row,
    unread: 0,
    isMuted: false,
    pinnedAt: null,
    message: null,
    cursor: { at, id: row.otherId },
  }))
}

export type InboxCounts = Record<Exclude<Show, 'all'>, number>

const inboxCounts = compiledOnce(
  (db, { memberId, brandId }: { memberId: number; brandId: string }) => {
    // The queries need no more of their scope.
    const scope = { member: { id: memberId }, brand: { id: brandId } } as Scope
    const among = (sides: RawBuilder<unknown>, otherId: string) => {
      const seen = knownPerson(db, scope, sql.ref(otherId))
      return sql<number>`(select count(*)::int from (select from ${sides} cross join lateral (${seen}) as seen limit ${sql.lit(MAX_COUNTED)}) as counted)`
    }
    const sidesWith = (condition: RawBuilder<unknown>) =>
      sql`(select other_id from conversation_sides where account_id = ${memberId} and last_message_id is not null and ${condition} offset 0) as side`
    return db.selectNoFrom([
      among(
        sidesWith(sql`unread > 0 and hidden_at is null and muted_at is null`),
        'side.other_id',
      ).as('unread'),
      among(sidesWith(sql`hidden_at is not null`), 'side.other_id').as('hidden'),
      among(
        sql`(select other_id from (${allMatchesOf(db, scope)}) as made where ${withoutConversation(memberId)} offset 0) as open`,
        'open.other_id',
      ).as('matches'),
    ])
  },
)

/** Conversations with people whom the member may see; each counter stops at MAX_COUNTED. */
export async function countInbox(db: Db, { member, brand }: Scope): Promise<InboxCounts> {
  const [counts] = await inboxCounts(db, { memberId: member.id, brandId: brand.id })
  if (!counts) throw new Error('counters without a row')
  return counts
}

type Side = { accountId: number; otherId: number }

/**
 * The same row lock as a send, so that a concurrent message is counted exactly once. Null without a
 * conversation.
 */
export async function updateUnread(
  trx: Trx,
  { accountId, otherId }: Side,
  { upTo, isFree }: { upTo: number | null; isFree: boolean },
): Promise<number | null> {
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
    .where('kind', '<>', 'deleted')
    .where('id', '>', upTo ?? Number.MAX_SAFE_INTEGER)
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('conversation_sides')
    .set({ unread })
    .$if(isFree, (query) => query.set({ opened_until: openedUntil(upTo) }))
    .where('account_id', '=', accountId)
    .where('other_id', '=', otherId)
    .execute()
  return unread
}

/** Never back, and of no message that is still to come. */
const openedUntil = (upTo: number | null) => sql<number | null>`greatest(
  opened_until,
  case when last_message_id > ${upTo}::bigint then ${upTo}::bigint else last_message_id end
)`

/** By message time; masked messages do not count. Returns whether the value changed. */
export async function recordReadTime(
  trx: Trx,
  { accountId, otherId }: Side,
  upTo: number | null,
  onlyRevealed: boolean,
): Promise<boolean> {
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
        .$if(onlyRevealed, (query) => query.where(isRevealedTo(accountId)))
        .as('newest'),
    )
    .set((e) => ({ last_read_at: e.ref('newest.at') }))
    .where('side.account_id', '=', accountId)
    .where('side.other_id', '=', otherId)
    .where('newest.at', 'is not', null)
    .where((e) =>
      e.or([e('side.last_read_at', 'is', null), e('side.last_read_at', '<', e.ref('newest.at'))]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function markConversationUnread(
  db: Db,
  { accountId, otherId }: Side,
): Promise<boolean> {
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

/**
 * `at` is null for a conversation that is shown again; what was unread still is. What is hidden is
 * pinned no more.
 */
export async function hideSide(
  db: Db,
  { accountId, otherId }: Side,
  at: Date | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('conversation_sides')
    .set({ hidden_at: at, pinned_at: sql`case when ${at}::timestamptz is null then pinned_at end` })
    .where('account_id', '=', accountId)
    .where('other_id', '=', otherId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** `at` is null for a conversation that is heard again. */
export async function muteSide(
  db: Db,
  { accountId, otherId }: Side,
  at: Date | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('conversation_sides')
    .set({ muted_at: at })
    .where('account_id', '=', accountId)
    .where('other_id', '=', otherId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What the member has made of a conversation; null without one. */
export async function marksOf(
  db: Db | Trx,
  { accountId, otherId }: Side,
): Promise<{ isMuted: boolean; isPinned: boolean } | null> {
  const row = await db
    .selectFrom('conversation_sides')
    .select([
      sql<boolean>`muted_at is not null`.as('isMuted'),
      sql<boolean>`pinned_at is not null`.as('isPinned'),
    ])
    .where('account_id', '=', accountId)
    .where('other_id', '=', otherId)
    .executeTakeFirst()
  return row ?? null
}

/** Newest first, one row per unread message: its sender as `userId` and `username`, and `at`. */
export function newMessages(db: Db, scope: Scope, since: Expression<Date>) {
  return db
    .selectFrom('conversation_sides as side')
    .innerJoinLateral(knownPerson(db, scope, sql.ref('side.other_id')).as('sender'), (join) =>
      join.onTrue(),
    )
    .innerJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('messages')
          .select('messages.created_at')
          .whereRef('messages.conversation_id', '=', 'side.conversation_id')
          .whereRef('messages.sender_id', '=', 'side.other_id')
          .where('messages.kind', '<>', 'deleted')
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
    .where('side.muted_at', 'is', null)
    .where('waiting.created_at', '>', since)
}

/**
 * Whose messages wait unread, the newest first, of those whom one can meet now: a card of theirs is
 * shown.
 */
export function unreadSenders(db: Db, scope: Scope, most: number): IdQuery {
  return db
    .selectFrom('conversation_sides as side')
    .innerJoinLateral(visiblePerson(db, scope, sql.ref('side.other_id')).as('sender'), (join) =>
      join.onTrue(),
    )
    .select('sender.account_id as id')
    .where('side.account_id', '=', scope.member.id)
    .where('side.unread', '>', 0)
    .where('side.hidden_at', 'is', null)
    .where('side.muted_at', 'is', null)
    .orderBy('side.last_message_at', 'desc')
    .orderBy('side.last_message_id', 'desc')
    .limit(sql.lit(most))
}

export function hasConversation({ member }: Scope, id: Expression<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from conversation_sides where account_id = ${member.id} and other_id = ${id})`
}
