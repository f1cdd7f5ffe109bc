import { type ExpressionBuilder, sql } from 'kysely'
import type { KeptFinding } from '#db/columns.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import type { Database } from '#db/schema.ts'
import { DAY, later } from '#lib/clock.ts'
import { matchBetween } from '#members/likes/likes.sql.ts'
import type { PictureHashes } from '#members/photos/hashes/picture-hashes.server.ts'
import { type ChatPhotoState, ENDED_DAYS, REFUSED_DAYS } from './chat-photos.ts'

type Facts = { key: string; width: number; height: number }
/** `isHeld`: it is no message, and the other does not have it; `isShown`: its file is shown to its sender. */
export type StoredChatPhoto = Facts & { isHeld: boolean; isShown: boolean }

/** For a lateral join with `messages`, as `viewOnceOfMessage`. */
export function chatPhotoOfMessage(lateral: ExpressionBuilder<Database, 'messages'>) {
  return lateral
    .selectFrom('chat_photos as picture')
    .select([
      'picture.key as photoKey',
      'picture.width as photoWidth',
      'picture.height as photoHeight',
    ])
    .whereRef('picture.message_id', '=', 'messages.id')
    .where('messages.kind', '=', sql.lit('photo'))
    .limit(sql.lit(1))
    .as('picture')
}

/** Null where the message is no photo. */
export type PhotoColumns = {
  photoKey: string | null
  photoWidth: number | null
  photoHeight: number | null
}

export function photoIn(row: PhotoColumns): StoredChatPhoto | null {
  const { photoKey: key, photoWidth: width, photoHeight: height } = row
  if (key === null || width === null || height === null) return null
  return { key, width, height, isHeld: false, isShown: true }
}

export type NewChatPhoto = Facts & {
  senderId: number
  otherId: number
  brand: string
  findings: readonly KeptFinding[]
  hashes: Pick<PictureHashes, 'sha256' | 'pdq' | 'quality'> | null
  rules: string
  at: Date
}

/** Returns its number, which no message has. */
export async function addChatPhoto(trx: Trx, photo: NewChatPhoto): Promise<number> {
  const { senderId, otherId, findings, hashes, rules, at, ...facts } = photo
  const { id } = await trx
    .insertInto('chat_photos')
    .values({
      id: sql<number>`nextval(pg_get_serial_sequence('messages', 'id'))`,
      account_id: senderId,
      other_id: otherId,
      ...facts,
      sent_at: at,
      rules_version: rules,
      findings: JSON.stringify(findings),
      ...hashes,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function chatPhotoById(db: Db | Trx, id: number) {
  return db
    .selectFrom('chat_photos')
    .select(['message_id as messageId', 'account_id as senderId', 'other_id as otherId', 'key'])
    .select(['findings', 'sha256', 'pdq', 'width', 'height'])
    .where('id', '=', id)
    .executeTakeFirst()
}

const MOST_SHOWN = 100

/** What a member sent to another and the other does not have, the latest first. */
export async function notThereYet(
  db: Db | Trx,
  senderId: number,
  otherId: number,
): Promise<
  Array<
    StoredChatPhoto & { id: number; sentAt: Date; state: ChatPhotoState; reason: string | null }
  >
> {
  const rows = await db
    .selectFrom('chat_photos')
    .select(['id', 'key', 'width', 'height', 'sent_at as sentAt', 'reason'])
    .select(['refused_at as refusedAt', 'ended_at as endedAt'])
    .where('account_id', '=', senderId)
    .where('other_id', '=', otherId)
    .where('message_id', 'is', null)
    .orderBy('id', 'desc')
    .limit(sql.lit(MOST_SHOWN))
    .execute()
  return rows.map(({ refusedAt, endedAt, ...row }) => {
    const state = endedAt ? 'ended' : refusedAt ? 'refused' : 'waiting'
    return { ...row, state, isHeld: true, isShown: state === 'waiting' }
  })
}

function waiting(db: Db | Trx) {
  return db
    .selectFrom('chat_photos')
    .where('message_id', 'is', null)
    .where('refused_at', 'is', null)
    .where('ended_at', 'is', null)
}

/** A photo that waits for the check, for staff; undefined where none does. */
export async function waitingChatPhoto(db: Db | Trx, id: number) {
  return waiting(db)
    .select(['id', 'account_id as ownerId', 'other_id as otherId', 'key', 'findings'])
    .select(['rules_version as rules', sql<boolean>`sha256 is not null`.as('isCompared')])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** A member's photos that wait for the check, for the operator. */
export async function chatPhotosToCheck(db: Db | Trx, accountId: number) {
  return waiting(db)
    .select(['id', 'key', 'findings'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
}

/**
 * What waits, in the order of its numbers, each with whether it ends, as the two have no match any
 * more; not what a list says that nobody may see, which staff decide about.
 */
export async function waitingAfter(db: Db, after: number, most: number) {
  return waiting(db)
    .select(['id', 'account_id as senderId'])
    .select((eb) =>
      sql<boolean>`${matchBetween(eb.ref('account_id'), eb.ref('other_id'))} is null and not findings @> '[{"kind": "hold"}]'`.as(
        'ends',
      ),
    )
    .where('id', '>', after)
    .orderBy('id')
    .limit(sql.lit(most))
    .execute()
}

export type Taken = { key: string; otherId: number; sentAt: Date; isWaiting: boolean }

/** Deletes one of the member's own that the other does not have; undefined where there is none. */
export async function deleteNotThere(
  trx: Trx,
  id: number,
  senderId: number,
): Promise<Taken | undefined> {
  const row = await trx
    .deleteFrom('chat_photos')
    .where('id', '=', id)
    .where('account_id', '=', senderId)
    .where('message_id', 'is', null)
    .returning(['key', 'other_id as otherId', 'sent_at as sentAt'])
    .returning(['refused_at as refusedAt', 'ended_at as endedAt'])
    .executeTakeFirst()
  if (!row) return undefined
  const { refusedAt, endedAt, ...taken } = row
  return { ...taken, isWaiting: refusedAt === null && endedAt === null }
}

export type Locked = {
  id: number
  senderId: number
  otherId: number
  brand: string
  key: string
  sentAt: Date
}

/** One that waits, or (`isRefused`) one that was refused and is kept; locked against its sender. */
export async function lockNotThere(
  trx: Trx,
  id: number,
  senderId: number,
  isRefused: boolean,
): Promise<Locked | undefined> {
  return trx
    .selectFrom('chat_photos')
    .select(['id', 'account_id as senderId', 'other_id as otherId', 'brand', 'key'])
    .select('sent_at as sentAt')
    .where('id', '=', id)
    .where('account_id', '=', senderId)
    .where('message_id', 'is', null)
    .where('ended_at', 'is', null)
    .where('refused_at', isRefused ? 'is not' : 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** From now on the other has it, as this message. */
export async function noteThere(trx: Trx, id: number, messageId: number): Promise<void> {
  await trx
    .updateTable('chat_photos')
    .set({ message_id: messageId, refused_at: null, reason: null, kept_until: null })
    .where('id', '=', id)
    .execute()
}

export async function noteRefused(trx: Trx, id: number, reason: string, at: Date): Promise<void> {
  await trx
    .updateTable('chat_photos')
    .set({ refused_at: at, reason, kept_until: later(at, REFUSED_DAYS * DAY) })
    .where('id', '=', id)
    .execute()
}

export async function noteEnded(trx: Trx, id: number, at: Date): Promise<void> {
  await trx
    .updateTable('chat_photos')
    .set({ ended_at: at, kept_until: later(at, ENDED_DAYS * DAY) })
    .where('id', '=', id)
    .execute()
}

/** The key of one that was refused, as long as it is kept. */
export async function refusedChatPhoto(db: Db | Trx, id: number): Promise<string | null> {
  const row = await db
    .selectFrom('chat_photos')
    .select('key')
    .where('id', '=', id)
    .where('refused_at', 'is not', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row?.key ?? null
}

/** How many a member paid for at one moment to write to the same person, photos among them. */
export async function paidTogether(
  trx: Trx,
  { senderId, otherId, sentAt }: Pick<Locked, 'senderId' | 'otherId' | 'sentAt'>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (
      (select count(*) from chat_photos where account_id = ${senderId} and other_id = ${otherId} and sent_at = ${sentAt})
      + (select count(*) from conversation_sides side join messages on messages.conversation_id = side.conversation_id
         where side.account_id = ${senderId} and side.other_id = ${otherId} and sender_id = ${senderId} and created_at = ${sentAt}
           and kind <> 'photo')
    )::int as count`.execute(trx)
  return Math.max(1, rows[0]?.count ?? 1)
}
