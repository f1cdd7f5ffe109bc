import { sql } from 'kysely'
import { decidedSince } from '#core/tasks/outcomes.sql.ts'
import type { HeldFile } from '#db/columns.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { viewOnceName } from '../view-once/view-once.ts'
import { recordingName } from '../voice/recordings.ts'

export type NewHold = {
  conversationId: number
  senderId: number
  recipientId: number
  brand: string
  at: Date
  until: Date
}

/**
 * Holds a conversation that its sender has begun in this transaction: its recipient has no side of
 * it, and so knows nothing of it.
 */
export async function holdConversation(
  trx: Trx,
  { conversationId, senderId, recipientId, brand, at, until }: NewHold,
): Promise<void> {
  await trx
    .deleteFrom('conversation_sides')
    .where('conversation_id', '=', conversationId)
    .where('account_id', '=', recipientId)
    .execute()
  await trx
    .insertInto('held_messages')
    .values({
      conversation_id: conversationId,
      sender_id: senderId,
      other_id: recipientId,
      brand,
      held_at: at,
      until,
    })
    .execute()
}

export type DueHold = {
  id: number
  conversationId: number | null
  senderId: number
  recipientId: number
  brand: string
  heldAt: Date
  decision: string | null
}

/**
 * Holds that are over, or that staff have decided about: `decision` is their act, null where nobody
 * has decided. A decision counts once it cannot be taken back any more, `since` then.
 */
export async function dueHolds(db: Db, at: Date, since: Date, most: number): Promise<DueHold[]> {
  return db
    .selectFrom('held_messages as held')
    .select([
      'held.id',
      'held.conversation_id as conversationId',
      'held.sender_id as senderId',
      'held.other_id as recipientId',
      'held.brand',
      'held.held_at as heldAt',
    ])
    .select(
      decidedSince('fraud', sql.ref('held.sender_id'), {
        from: sql.ref('held.held_at'),
        to: since,
      }).as('decision'),
    )
    .where('held.ended_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('held.until', '<=', at),
        eb(
          decidedSince('fraud', sql.ref('held.sender_id'), {
            from: sql.ref('held.held_at'),
            to: since,
          }),
          'is not',
          null,
        ),
      ]),
    )
    .orderBy('held.until')
    .limit(sql.lit(most))
    .execute()
}

/**
 * Locks the conversation, as whoever writes in it does, and says whether the hold is open still.
 */
export async function lockHold(
  trx: Trx,
  { id, conversationId }: Pick<DueHold, 'id' | 'conversationId'>,
): Promise<boolean> {
  if (conversationId !== null)
    await trx
      .selectFrom('conversations')
      .select('id')
      .where('id', '=', conversationId)
      .forNoKeyUpdate()
      .execute()
  const row = await trx
    .selectFrom('held_messages')
    .select('ended_at')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined && row.ended_at === null
}

export async function endHold(
  trx: Trx,
  id: number,
  {
    at,
    outcome,
    words,
    decisionId,
  }: {
    at: Date
    outcome: 'passed' | 'withheld' | 'gone'
    words: string | null
    decisionId: number | null
  },
): Promise<void> {
  await trx
    .updateTable('held_messages')
    .set({ ended_at: at, outcome, words, decision_id: decisionId })
    .where('id', '=', id)
    .execute()
}

/**
 * Shows a conversation to its recipient as if its messages had come now. False where there is none
 * any more.
 */
export async function passOn(
  trx: Trx,
  {
    conversationId,
    senderId,
    recipientId,
    at,
  }: { conversationId: number; senderId: number; recipientId: number; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into conversation_sides (conversation_id, account_id, other_id, unread, waiting_since, last_message_id, last_message_at)
    select ${conversationId}, ${recipientId}, ${senderId}, (count(id) filter (where kind <> 'deleted'))::int,
      case when bool_or(kind <> 'deleted') then ${at}::timestamptz end, max(id), ${at}::timestamptz
    from messages where conversation_id = ${conversationId} having count(id) > 0
    on conflict do nothing`.execute(trx)
  return (numAffectedRows ?? 0n) > 0n
}

/** Ends the hold of a conversation in which its recipient writes first, and shows it to them. */
export async function passOnTo(
  trx: Trx,
  {
    conversationId,
    recipientId,
    senderId,
    at,
  }: { conversationId: number; recipientId: number; senderId: number; at: Date },
): Promise<void> {
  await trx
    .updateTable('held_messages')
    .set({ ended_at: at, outcome: 'passed' })
    .where('conversation_id', '=', conversationId)
    .where('ended_at', 'is', null)
    .execute()
  await passOn(trx, { conversationId, senderId, recipientId, at })
  await trx
    .updateTable('conversation_sides')
    .set({ unread: 0, waiting_since: null })
    .where('conversation_id', '=', conversationId)
    .where('account_id', '=', recipientId)
    .execute()
}

/**
 * Takes the conversation away from its sender too, and returns what was in it, and when each
 * message was sent. What has a file is kept apart from the words, but a photo that was withdrawn; a
 * refused one for the objection to that.
 */
export async function withhold(
  trx: Trx,
  { id, conversationId }: { id: number; conversationId: number },
): Promise<{ words: string; sentAt: Date[] }> {
  await sql`
    insert into held_files (key, held_id, message_id, kind, body, facts)
    select recordings.key, ${id}::bigint, messages.id, messages.kind, messages.body, jsonb_build_object('milliseconds', milliseconds)
    from messages join recordings on recordings.message_id = messages.id where conversation_id = ${conversationId}
    union all
    select once.key, ${id}::bigint, messages.id, messages.kind, messages.body, jsonb_build_object(
      'width', width, 'height', height, 'isApproved', approved_at is not null, 'isRefused', refused_at is not null, 'rules', rules_version, 'findings', findings,
      'sha256', encode(sha256, 'hex'), 'pdq', encode(pdq, 'hex'), 'quality', quality)
    from messages join view_once_photos once on once.message_id = messages.id
    where conversation_id = ${conversationId} and withdrawn_at is null and file_until is not null`.execute(
    trx,
  )
  const { rows } = await sql<{ body: string; kind: string; at: Date }>`
    with gone as (delete from messages where conversation_id = ${conversationId} returning id, kind, body, created_at)
    select body, kind, created_at as at from gone order by id`.execute(trx)
  await trx.deleteFrom('conversations').where('id', '=', conversationId).execute()
  const words = rows
    .filter(({ kind, body }) => kind !== 'voice' && body !== '')
    .map(({ body }) => body)
  return {
    words: words.join('\n\n'),
    sentAt: [...new Map(rows.map(({ at }) => [at.getTime(), at])).values()],
  }
}

/**
 * Takes the files of a message that was withheld, in the order in which they were sent; refused
 * photos stay.
 */
export async function takeHeldFiles(
  trx: Trx,
  heldId: number,
): Promise<Array<HeldFile & { key: string; body: string }>> {
  const rows = await trx
    .deleteFrom('held_files')
    .where('held_id', '=', heldId)
    .where((eb) => eb.not(isRefused))
    .returning(['key', 'kind', 'body', 'facts', 'message_id as messageId'])
    .execute()
  return rows
    .toSorted((a, b) => a.messageId - b.messageId)
    .map(
      ({ key, kind, body, facts }) =>
        ({ key, body, kind, facts }) as HeldFile & { key: string; body: string },
    )
}

const isRefused = sql<boolean>`(held_files.kind = 'viewOnce' and (held_files.facts ->> 'isRefused')::boolean)`

/** Photos for one view that were withheld with a message; their own message is gone. */
function heldPhotos(db: Db | Trx, messageId: number) {
  return db
    .selectFrom('held_files')
    .where('message_id', '=', messageId)
    .where('kind', '=', sql.lit('viewOnce'))
}

/** Whether such a photo waits for the check still. */
export async function isHeldPhotoWaiting(trx: Trx, messageId: number): Promise<boolean> {
  const row = await heldPhotos(trx, messageId)
    .select('key')
    .where((eb) => eb.not(isRefused))
    .where(sql<boolean>`not (facts ->> 'isApproved')::boolean`)
    .executeTakeFirst()
  return row !== undefined
}

/** The key of a refused one. */
export async function refusedHeldPhoto(
  db: Db | Trx,
  messageId: number,
): Promise<string | undefined> {
  return (await heldPhotos(db, messageId).select('key').where(isRefused).executeTakeFirst())?.key
}

/** Approves or refuses one that waits. False if none does. */
export async function judgeHeldPhoto(
  trx: Trx,
  messageId: number,
  accountId: number,
  approved: boolean,
): Promise<boolean> {
  const verdict = JSON.stringify(approved ? { isApproved: true } : { isRefused: true })
  const { numAffectedRows } = await sql`
    update held_files set facts = facts || ${verdict}::jsonb from held_messages held
    where held.id = held_id and held.sender_id = ${accountId} and message_id = ${messageId} and kind = 'viewOnce'
      and not ${isRefused} and not (facts ->> 'isApproved')::boolean`.execute(trx)
  return (numAffectedRows ?? 0n) > 0n
}

/** Approves one that was refused. Returns its message; undefined if there is none. */
export async function giveHeldPhotoBack(
  trx: Trx,
  messageId: number,
  accountId: number,
): Promise<{ id: number; senderId: number; recipientId: number; isPassedOn: boolean } | undefined> {
  // The message first: where a sweep has locked it, the file is deleted, and nothing is found.
  const { rows } = await sql<{
    id: number
    senderId: number
    recipientId: number
    isPassedOn: boolean
  }>`
    with message as (
      select held.id, sender_id, other_id, outcome from held_messages held join held_files on held_id = held.id
      where sender_id = ${accountId} and message_id = ${messageId} and kind = 'viewOnce' and ${isRefused} for update of held)
    update held_files set facts = facts || '{"isApproved":true,"isRefused":false}'::jsonb from message
    where message.id = held_id and message_id = ${messageId} and kind = 'viewOnce' and ${isRefused}
    returning message.id, message.sender_id as "senderId", message.other_id as "recipientId", message.outcome = 'passed' as "isPassedOn"`.execute(
    trx,
  )
  return rows[0]
}

type HeldName = Pick<HeldFile, 'kind'> & { key: string }

export function heldFileName({ kind, key }: HeldName): string {
  return kind === 'voice' ? recordingName(key) : viewOnceName(key)
}

/** Keys of files that were withheld with somebody's messages, or with somebody else's to them. */
export async function heldFilesOf(db: Db, accountId: number, most: number): Promise<HeldName[]> {
  return db
    .selectFrom('held_messages as held')
    .innerJoin('held_files as file', 'file.held_id', 'held.id')
    .select(['file.key', 'file.kind'])
    .where((eb) =>
      eb.or([eb('held.sender_id', '=', accountId), eb('held.other_id', '=', accountId)]),
    )
    .limit(sql.lit(most))
    .execute()
}

export async function deleteHeldFiles(db: Db, keys: readonly string[]): Promise<void> {
  await db
    .deleteFrom('held_files')
    .where('key', 'in', [...keys])
    .execute()
}

/** What a decision withheld is withheld by the one that stands in its place. */
export async function withholdBy(
  trx: Trx,
  { decisionId, instead }: { decisionId: number; instead: number },
): Promise<void> {
  await trx
    .updateTable('held_messages')
    .set({ decision_id: instead })
    .where('decision_id', '=', decisionId)
    .where('outcome', '=', sql.lit('withheld'))
    .execute()
}

/** Messages that a decision withheld, and whose words are still kept; locked. */
export async function lockWithheld(trx: Trx, decisionId: number, most: number) {
  return trx
    .selectFrom('held_messages')
    .select(['id', 'sender_id as senderId', 'other_id as recipientId', 'brand', 'words'])
    .where('decision_id', '=', decisionId)
    .where('outcome', '=', sql.lit('withheld'))
    .orderBy('id')
    .limit(sql.lit(most))
    .forUpdate()
    .execute()
}

export type HeldMessage = {
  id: number
  recipientId: number
  until: Date
  outcome: string | null
  text: string
}

const MOST_SHOWN = 20

function messages(db: Db | Trx) {
  return db
    .selectFrom('held_messages as held')
    .select(['held.id', 'held.other_id as recipientId', 'held.until', 'held.outcome'])
    .select(
      sql<string>`coalesce(nullif(concat_ws(E'\\n\\n', nullif(held.words, ''), (
        select string_agg(body, E'\\n\\n' order by message_id) from held_files where held_id = held.id and body <> ''
      )), ''), (
        select string_agg(body, E'\\n\\n' order by first.id) from (
          select id, body from messages where conversation_id = held.conversation_id and sender_id = held.sender_id order by id limit 10) first
      ), '')`.as('text'),
    )
    .orderBy('held.id', 'desc')
    .limit(sql.lit(MOST_SHOWN))
}

/** What is held, or was withheld, of somebody's first messages, the newest first. */
export async function heldMessagesOf(db: Db | Trx, senderId: number): Promise<HeldMessage[]> {
  return messages(db)
    .where('held.sender_id', '=', senderId)
    .where((eb) => eb.or([eb('held.ended_at', 'is', null), eb('held.words', 'is not', null)]))
    .execute()
}

/** What a decision withheld, as long as it is kept, the newest first. */
export async function withheldBy(db: Db | Trx, decisionId: number): Promise<HeldMessage[]> {
  return messages(db)
    .where('held.decision_id', '=', decisionId)
    .where('held.outcome', '=', sql.lit('withheld'))
    .execute()
}

/**
 * Ended before a moment, the first before the others, locked; one that somebody works at waits for
 * the next run.
 */
export async function endedHolds(trx: Trx, before: Date, most: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('held_messages')
    .select('id')
    .where('ended_at', '<=', before)
    .orderBy('ended_at')
    .limit(sql.lit(most))
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ id }) => id)
}

export async function filesOfHolds(trx: Trx, ids: readonly number[]): Promise<HeldName[]> {
  if (ids.length === 0) return []
  return trx
    .selectFrom('held_files')
    .select(['key', 'kind'])
    .where('held_id', 'in', [...ids])
    .execute()
}

/** With the rows of their files. */
export async function deleteHolds(trx: Trx, ids: readonly number[]): Promise<void> {
  await trx
    .deleteFrom('held_messages')
    .where('id', 'in', [...ids])
    .execute()
}

/**
 * For the check of the store: all files of up to `most` messages or a little more, after this one.
 */
export async function storedHeldFiles(
  db: Db,
  after: number,
  most: number,
): Promise<Array<{ id: number; key: string; files: number }>> {
  return db
    .selectFrom('held_files')
    .select(['held_id as id', 'key', sql.lit(1).as('files')])
    .where('held_id', '>', after)
    .orderBy('held_id')
    .fetch(most, 'with ties')
    .execute()
}
