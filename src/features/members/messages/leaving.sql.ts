import { sql } from 'kysely'
import { type Collection, inPages, ownRows } from '#api/collections.server.ts'
import { type Erasings, erasedRows } from '#api/erasure.server.ts'
import type { Services } from '#api/services.server.ts'
import { withNames } from '#core/accounts/names.sql.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import type { Part } from '../likes/parts.sql.ts'
import { heldAmong } from '../photos/report-holds.sql.ts'
import { chatPhotoOfMessage } from './chat-photos/chat-photos.sql.ts'
import { chatPhotoName, chatPhotoNames } from './chat-photos/chat-photos.ts'
import { deleteHeldFiles, heldFileName, heldFilesOf } from './held/held-messages.sql.ts'
import { partOf, quoteOfMessage } from './quotes.sql.ts'
import { viewOnceOfMessage } from './view-once/view-once.sql.ts'
import { viewOnceName } from './view-once/view-once.ts'
import { recordingOfMessage } from './voice/recordings.sql.ts'
import { recordingName } from './voice/recordings.ts'

const CONVERSATIONS = 50
/** Files that go to the store together. */
const RECORDINGS = 50

/**
 * What happens to messages when an account is erased: its own go, the others' words stay theirs.
 */
export const messagingErasures: Erasings = {
  recordings: { erase: erasedWithFiles('recordings', recordingName) },
  view_once_photos: { erase: erasedWithFiles('view_once_photos', viewOnceName) },
  chat_photos: { erase: erasedWithFiles('chat_photos', chatPhotoNames) },
  messages: {
    erase: ({ db }, accountId, most) =>
      db.transaction().execute((trx) => eraseMessages(trx, accountId, most)),
  },
  held_messages: { erase: eraseHeld },
}

/** Files that a report holds stay. */
function erasedWithFiles(
  table: 'recordings' | 'view_once_photos' | 'chat_photos',
  namesOf: (key: string) => string | string[],
) {
  return async (
    { db, photoFiles }: Pick<Services, 'db' | 'photoFiles'>,
    accountId: number,
    most: number,
  ): Promise<number> => {
    const rows = await db
      .selectFrom(table)
      .select('key')
      .where('account_id', '=', accountId)
      .limit(Math.min(most, RECORDINGS))
      .execute()
    if (rows.length === 0) return 0
    const keys = rows.map(({ key }) => key)
    const held = await heldAmong(db, keys)
    await photoFiles.remove(keys.filter((key) => !held.has(key)).flatMap(namesOf))
    await db.deleteFrom(table).where('key', 'in', keys).execute()
    return rows.length
  }
}

const heldMessages = erasedRows('held_messages')

async function eraseHeld(
  services: Pick<Services, 'db' | 'photoFiles' | 'clock'>,
  accountId: number,
  most: number,
): Promise<number> {
  const files = await heldFilesOf(services.db, accountId, Math.min(most, RECORDINGS))
  if (files.length === 0) return heldMessages(services, accountId, most)
  await services.photoFiles.remove(files.map(heldFileName))
  await deleteHeldFiles(
    services.db,
    files.map(({ key }) => key),
  )
  return files.length
}

/**
 * Erases the account's messages in some of its conversations, then these: wholly if the other never
 * wrote, else only the account's side. A conversation is found by that side, so that a repeated
 * call goes on where the last one stopped.
 */
async function eraseMessages(trx: Trx, accountId: number, most: number): Promise<number> {
  const sides = await trx
    .selectFrom('conversation_sides')
    .select('conversation_id as id')
    .where('account_id', '=', accountId)
    .orderBy('other_id')
    .limit(sql.lit(CONVERSATIONS))
    .execute()
  if (sides.length === 0) return 0
  const ids = sides.map(({ id }) => id)
  const { numAffectedRows } = await sql`
    delete from messages where id = any(array(
      select id from messages where conversation_id = any(${ids}) and sender_id = ${accountId} limit ${sql.lit(most)}
    ))`.execute(trx)
  const count = Number(numAffectedRows ?? 0)
  if (count >= most) return count
  await sql`delete from conversations where id = any(${ids}) and not exists (select from messages where conversation_id = conversations.id)`.execute(
    trx,
  )
  await sql`delete from conversation_sides where account_id = ${accountId} and conversation_id = any(${ids})`.execute(
    trx,
  )
  await sql`
    update conversation_sides set unread = 0, waiting_since = null, last_message_id = last.id, last_message_at = last.created_at
    from (select distinct on (conversation_id) conversation_id, id, created_at from messages where conversation_id = any(${ids}) order by conversation_id, id desc) last
    where conversation_sides.conversation_id = last.conversation_id`.execute(trx)
  return count + sides.length
}

export const messagingCollections: readonly Collection[] = [
  {
    name: 'messages',
    title: 'Your conversations',
    rows: conversationRows,
  },
  {
    name: 'chat-photos',
    title: 'Photos that you sent to matches, and those of your conversations',
    rows: ownRows(
      'chat_photos',
      [
        'id as key',
        'other_id as otherId',
        'sent_at as at',
        'message_id as message',
        'refused_at as refused',
        'reason',
        'ended_at as notSentOn',
        'rules_version as photoRulesConfirmed',
      ],
      { tell: withNames },
    ),
    files: chatPhotosToCopy,
  },
  {
    name: 'opened-messages',
    title: 'Hidden messages that you opened',
    rows: ownRows('message_reveals', [
      'message_id as key',
      'message_id as message',
      'revealed_at as at',
    ]),
  },
  {
    name: 'message-reactions',
    title: 'Your reactions to messages',
    rows: ownRows('message_reactions', [
      'message_id as key',
      'message_id as message',
      'reaction',
      'reacted_at as at',
    ]),
  },
  {
    name: 'held-messages',
    title:
      'First messages of yours that waited for our staff; the words and files of those that were not passed on',
    rows: (db, accountId) =>
      inPages(async (after, most) => {
        const rows = db
          .selectFrom('held_messages')
          .select([
            'id as key',
            'other_id as otherId',
            'held_at as at',
            'ended_at as ended',
            'outcome',
            'words',
          ])
          .where('sender_id', '=', accountId)
          .where('id', '>', after)
        const messages = await withNames(db, await rows.orderBy('id').limit(most).execute())
        const kept = await heldFilesWith(
          db,
          messages.map(({ key }) => key),
        )
        return messages.map((message) => {
          const files = kept.filter(({ heldId }) => heldId === message.key)
          const said = files.flatMap(({ body }) => (body === '' ? [] : [body]))
          return {
            ...message,
            wordsWithFiles: said.join('\n\n') || null,
            files: files.map(heldFileInCopy).join(', ') || null,
          }
        })
      }),
  },
  {
    name: 'fraud-notices',
    title: 'Members whose accounts we closed for fraud, and that we told you so',
    rows: ownRows(
      'fraud_notices',
      ['id as key', 'other_id as otherId', 'at as told', 'seen_at as confirmed'],
      { tell: withNames },
    ),
  },
  {
    name: 'attempts',
    title: 'Whom you wanted to write to but could not yet',
    rows: ownRows('message_attempts', ['id as key', 'other_id as otherId', 'attempted_at as at'], {
      tell: withNames,
    }),
  },
]

type Message = {
  member: string
  conversation: number
  message: number
  at: Date
  from: string
  text: string
  isDeleted: boolean
  answers: number | null
  recording: string | null
  photoForOneView: string | null
  photoRulesConfirmed: string | null
  readUpTo: Date | null
  pinnedSince: Date | null
  about: string | null
}

/** One conversation after the other, each from its first message on. */
async function* conversationRows(
  db: Db,
  accountId: number,
): AsyncGenerator<Message, void, undefined> {
  const conversations = inPages(async (after, most) => {
    const rows = db
      .selectFrom('conversation_sides')
      .select([
        'other_id as key',
        'other_id as otherId',
        'conversation_id as conversation',
        'last_read_at as readUpTo',
        'pinned_at as pinnedSince',
      ])
    return withNames(
      db,
      await rows
        .where('account_id', '=', accountId)
        .where('other_id', '>', after)
        .orderBy('other_id')
        .limit(most)
        .execute(),
    )
  })
  for await (const { member, conversation, readUpTo, pinnedSince } of conversations) {
    const messages = inPages((after, most) => {
      const rows = db
        .selectFrom('messages')
        .leftJoinLateral(recordingOfMessage, (join) => join.onTrue())
        .leftJoinLateral(viewOnceOfMessage, (join) => join.onTrue())
        .leftJoinLateral(quoteOfMessage, (join) => join.onTrue())
        .select(['once.seenAt', 'once.withdrawnAt', 'once.endsAt', 'once.rulesVersion'])
        .select(['quote.photoId', 'quote.promptId', 'quote.question', 'quote.answer'])
        .select([
          'id as key',
          'id as message',
          'sender_id as senderId',
          'created_at as at',
          'body as text',
          'reply_to as answers',
          'recording.key as stored',
        ])
        .select(sql<boolean>`kind = 'deleted'`.as('isDeleted'))
      return rows
        .where('conversation_id', '=', conversation)
        .where('id', '>', after)
        .orderBy('id')
        .limit(most)
        .execute()
    })
    for await (const {
      senderId,
      stored,
      seenAt,
      withdrawnAt,
      endsAt,
      rulesVersion,
      photoId,
      promptId,
      question,
      answer,
      ...message
    } of messages) {
      const recording = stored === null ? null : fileInCopy(message.message)
      const photoForOneView =
        endsAt &&
        (seenAt
          ? `seen ${seenAt.toISOString()}`
          : withdrawnAt
            ? `withdrawn ${withdrawnAt.toISOString()}`
            : 'not seen')
      const photoRulesConfirmed = senderId === accountId ? rulesVersion : null
      const about = inWords(partOf({ photoId, promptId, question, answer }))
      yield {
        member,
        conversation,
        ...message,
        from: senderId === accountId ? 'you' : member,
        recording,
        photoForOneView,
        photoRulesConfirmed,
        readUpTo,
        pinnedSince,
        about,
      }
    }
  }
}

async function heldFilesWith(db: Db, heldIds: readonly number[]): Promise<HeldInCopy[]> {
  if (heldIds.length === 0) return []
  return db
    .selectFrom('held_files')
    .select(['held_id as heldId', 'message_id as messageId', 'key', 'kind', 'body'])
    .where('held_id', 'in', [...heldIds])
    .orderBy('message_id')
    .execute()
}

type HeldInCopy = {
  heldId: number
  messageId: number
  key: string
  kind: 'voice' | 'viewOnce'
  body: string
}

function heldFileInCopy({ kind, messageId }: Pick<HeldInCopy, 'kind' | 'messageId'>): string {
  return kind === 'voice'
    ? `recordings/not-passed-on-${messageId}.mp3`
    : `photos/not-passed-on-${messageId}.webp`
}

/**
 * What was withheld with first messages of a member, by kind: to whom they were sent has none of
 * it.
 */
export async function withheldToCopy(
  db: Db,
  accountId: number,
  kind: 'voice' | 'viewOnce',
): Promise<Array<{ file: string; stored: string }>> {
  const rows = await db
    .selectFrom('held_messages as held')
    .innerJoin('held_files as kept', 'kept.held_id', 'held.id')
    .select(['kept.message_id as messageId', 'kept.key', 'kept.kind'])
    .where('held.sender_id', '=', accountId)
    .where('kept.kind', '=', kind)
    .orderBy('kept.message_id')
    .execute()
  return rows.map((one) => ({ file: heldFileInCopy(one), stored: heldFileName(one) }))
}

function inWords(part: Part | null): string | null {
  if (part === null) return null
  return part.kind === 'photo' ? `photo ${part.id}` : `${part.question}: ${part.answer}`
}

function fileInCopy(messageId: number): string {
  return `recordings/${messageId}.mp3`
}

/** The voice messages of a member's conversations: their names in the copy, and in the store. */
export async function recordingsToCopy(
  db: Db,
  accountId: number,
): Promise<Array<{ file: string; stored: string }>> {
  const rows = await db
    .selectFrom('conversation_sides as side')
    .innerJoin('messages', 'messages.conversation_id', 'side.conversation_id')
    .innerJoinLateral(recordingOfMessage, (join) => join.onTrue())
    .select(['messages.id', 'recording.key'])
    .where('side.account_id', '=', accountId)
    .orderBy('messages.id')
    .execute()
  return rows.map(({ id, key }) => ({ file: fileInCopy(id), stored: recordingName(key) }))
}

/**
 * Photos for one view that a member sent and nobody has opened. Those that were sent to them are
 * theirs to open, once.
 */
export async function viewOnceToCopy(
  db: Db,
  accountId: number,
): Promise<Array<{ file: string; stored: string }>> {
  const rows = await db
    .selectFrom('view_once_photos')
    .select(['message_id as id', 'key'])
    .where('account_id', '=', accountId)
    .where('seen_at', 'is', null)
    .where('file_until', 'is not', null)
    .orderBy('message_id')
    .execute()
  return rows.map(({ id, key }) => ({
    file: `photos/for-one-view-${id}.webp`,
    stored: viewOnceName(key),
  }))
}

/** Those of a member's conversations, as voice messages; and what they sent and nobody has yet. */
async function chatPhotosToCopy(
  db: Db,
  accountId: number,
): Promise<Array<{ file: string; stored: string }>> {
  const rows = await db
    .selectFrom('conversation_sides as side')
    .innerJoin('messages', 'messages.conversation_id', 'side.conversation_id')
    .innerJoinLateral(chatPhotoOfMessage, (join) => join.onTrue())
    .select(['messages.id', 'picture.photoKey as key'])
    .where('side.account_id', '=', accountId)
    .unionAll(
      db
        .selectFrom('chat_photos')
        .select(['id', 'key'])
        .where('account_id', '=', accountId)
        .where('message_id', 'is', null)
        .where('ended_at', 'is', null),
    )
    .execute()
  return rows
    .toSorted((a, b) => a.id - b.id)
    .map(({ id, key }) => ({
      file: `photos/in-chat-${id}.webp`,
      stored: chatPhotoName(key, 'large'),
    }))
}
