import { type ExpressionBuilder, sql } from 'kysely'
import type { KeptFinding } from '#db/columns.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import type { Database } from '#db/schema.ts'
import { DAY, later } from '#lib/clock.ts'
import type { PictureHashes } from '#members/photos/hashes/picture-hashes.server.ts'
import { EVIDENCE_DAYS } from '#members/reports/evidence.ts'
import { REPORTABLE_FOR, VIEW_ONCE_LASTS } from './view-once.ts'

export type NewViewOnce = {
  key: string
  width: number
  height: number
  approvedAt: Date | null
  endsAt: Date
  findings: readonly KeptFinding[]
  rules: string | null
  /** Null for a copy of one's own photo that has none yet. */
  hashes: Pick<PictureHashes, 'sha256' | 'pdq' | 'quality'> | null
}
export type StoredViewOnce = {
  endsAt: Date
  approvedAt: Date | null
  refusedAt: Date | null
  seenAt: Date | null
  withdrawnAt: Date | null
}

/** For a lateral join with `messages`, which looks it up for these messages alone. */
export function viewOnceOfMessage(lateral: ExpressionBuilder<Database, 'messages'>) {
  return lateral
    .selectFrom('view_once_photos as once')
    .select([
      'once.ends_at as endsAt',
      'once.approved_at as approvedAt',
      'once.refused_at as refusedAt',
      'once.seen_at as seenAt',
    ])
    .select(['once.withdrawn_at as withdrawnAt', 'once.rules_version as rulesVersion'])
    .whereRef('once.message_id', '=', 'messages.id')
    .where('messages.kind', '=', sql.lit('viewOnce'))
    .limit(sql.lit(1))
    .as('once')
}

export async function addViewOnce(
  trx: Trx,
  photo: NewViewOnce & { messageId: number; accountId: number },
): Promise<void> {
  const { messageId, accountId, key, width, height, approvedAt, endsAt, findings, hashes, rules } =
    photo
  await trx
    .insertInto('view_once_photos')
    .values({
      message_id: messageId,
      account_id: accountId,
      key,
      width,
      height,
      ends_at: endsAt,
      approved_at: approvedAt,
      file_until: endsAt,
      rules_version: rules,
      findings: JSON.stringify(findings),
      sha256: hashes?.sha256 ?? null,
      pdq: hashes?.pdq ?? null,
      quality: hashes?.quality ?? null,
    })
    .execute()
}

export async function viewOnceFile(db: Db | Trx, messageId: number) {
  return db
    .selectFrom('view_once_photos')
    .select([
      'key',
      'width',
      'height',
      'account_id as senderId',
      'findings',
      'sha256',
      'pdq',
      'quality',
    ])
    .where('message_id', '=', messageId)
    .executeTakeFirst()
}

/** Of calls at the same moment the row's lock lets one through: the others find it seen. */
export async function claimView(trx: Trx, messageId: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await unseen(trx, messageId)
    .set({ seen_at: at, file_until: later(at, REPORTABLE_FOR) })
    .where('approved_at', 'is not', null)
    .where('refused_at', 'is', null)
    .where('ends_at', '>', at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Returns the key of the file to delete; undefined if it was seen or withdrawn before, or is not
 * the member's.
 */
export async function withdrawView(
  trx: Trx,
  messageId: number,
  accountId: number,
  at: Date,
): Promise<string | undefined> {
  const row = await unseen(trx, messageId)
    .set({ withdrawn_at: at, file_until: at })
    .where('account_id', '=', accountId)
    .returning('key')
    .executeTakeFirst()
  return row?.key
}

function unseen(trx: Trx, messageId: number) {
  return trx
    .updateTable('view_once_photos')
    .where('message_id', '=', messageId)
    .where('seen_at', 'is', null)
    .where('withdrawn_at', 'is', null)
}

/**
 * Which of a conversation's two somebody is who saw a photo, and whose it was; also after a block.
 */
export async function seenBy(db: Db | Trx, messageId: number, viewerId: number) {
  return db
    .selectFrom('view_once_photos as once')
    .innerJoin('messages', 'messages.id', 'once.message_id')
    .innerJoin('conversation_sides as side', 'side.conversation_id', 'messages.conversation_id')
    .select([
      'once.key',
      'once.account_id as senderId',
      'once.seen_at as seenAt',
      'once.file_until as fileUntil',
      'messages.created_at as sentAt',
    ])
    .where('once.message_id', '=', messageId)
    .where('once.seen_at', 'is not', null)
    .where('side.account_id', '=', viewerId)
    .whereRef('side.other_id', '=', 'once.account_id')
    .executeTakeFirst()
}

/** Photos whose files are due, the longest first. */
export async function dueViewOnce(db: Db, at: Date, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('view_once_photos')
    .select('key')
    .where('file_until', '<=', at)
    .orderBy('file_until')
    .limit(sql.lit(most))
    .execute()
  return rows.map(({ key }) => key)
}

/**
 * Notes that the files of these keys are deleted. What such a picture looked like goes with it:
 * nobody opens it any more.
 */
export async function noteDeleted(db: Db | Trx, keys: readonly string[]): Promise<void> {
  const gone = { file_until: null, sha256: null, pdq: null, quality: null }
  if (keys.length > 0)
    await db.updateTable('view_once_photos').set(gone).where('key', 'in', keys).execute()
}

/** Of these keys, those whose file a row still needs, of a message or of one that was withheld. */
export async function viewOnceThatExist(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('view_once_photos')
    .select('key')
    .where('key', 'in', keys)
    .where('file_until', 'is not', null)
    .unionAll(db.selectFrom('held_files').select('key').where('key', 'in', keys))
    .execute()
  return new Set(rows.map(({ key }) => key))
}

export function storedViewOnce(db: Db, after: number, most: number) {
  return db
    .selectFrom('view_once_photos')
    .select(['message_id as id', 'key', sql.lit(1).as('files')])
    .where('message_id', '>', after)
    .where('file_until', 'is not', null)
    .orderBy('message_id')
    .limit(sql.lit(most))
    .execute()
}

/** A member's photos that wait for the check, for the operator. */
export async function viewOnceToCheck(db: Db | Trx, accountId: number) {
  return db
    .selectFrom('view_once_photos')
    .select(['message_id as messageId', 'key', 'findings'])
    .where('account_id', '=', accountId)
    .where('approved_at', 'is', null)
    .where('refused_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('file_until', 'is not', null)
    .orderBy('message_id')
    .execute()
}

function waiting(db: Db | Trx) {
  return db
    .selectFrom('view_once_photos')
    .select([
      'message_id as messageId',
      'account_id as ownerId',
      'key',
      'findings',
      'rules_version as rules',
      sql<boolean>`sha256 is not null`.as('isCompared'),
    ])
    .where('approved_at', 'is', null)
    .where('refused_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('file_until', 'is not', null)
}

/** A photo that waits for the check, for staff; undefined where none does. */
export async function waitingViewOnce(db: Db | Trx, messageId: number) {
  return waiting(db).where('message_id', '=', messageId).executeTakeFirst()
}

/**
 * Takes an unseen photo back into the check, which has as long as for a new one. False if it was
 * opened or withdrawn meanwhile.
 */
export async function holdViewOnce(
  trx: Trx,
  messageId: number,
  findings: readonly KeptFinding[],
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await unseen(trx, messageId)
    .set({ ...lastsFrom(at), approved_at: null, findings: JSON.stringify(findings) })
    .where('refused_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** One that was refused, as long as its file is kept. */
export async function refusedViewOnce(
  db: Db | Trx,
  messageId: number,
): Promise<{ key: string } | undefined> {
  return db
    .selectFrom('view_once_photos')
    .select('key')
    .where('message_id', '=', messageId)
    .where('refused_at', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .where('file_until', 'is not', null)
    .executeTakeFirst()
}

/** `messages`: how many its sender wrote to the same person at that moment, it among them. */
type Judged = { otherId: number; sentAt: Date; messages: number }

/**
 * The days until it ends begin with the approval; the file of a refused one is kept for an
 * objection. Returns to whom it was sent, and when; undefined if none waits.
 */
export async function judgeViewOnce(
  trx: Trx,
  messageId: number,
  accountId: number,
  approved: boolean,
  at: Date,
): Promise<Judged | undefined> {
  const judged = await unseen(trx, messageId)
    .set(approved ? approvedAt(at) : { refused_at: at, file_until: later(at, EVIDENCE_DAYS * DAY) })
    .where('account_id', '=', accountId)
    .where('approved_at', 'is', null)
    .where('refused_at', 'is', null)
    .returning('message_id')
    .executeTakeFirst()
  return judged && sentTo(trx, messageId, accountId)
}

/** Approves one that was refused and whose file is kept; undefined if there is none. */
export async function giveViewOnceBack(
  trx: Trx,
  messageId: number,
  accountId: number,
  at: Date,
): Promise<Judged | undefined> {
  const given = await unseen(trx, messageId)
    .set({ ...approvedAt(at), refused_at: null })
    .where('account_id', '=', accountId)
    .where('refused_at', 'is not', null)
    .where('file_until', '>', at)
    .returning('message_id')
    .executeTakeFirst()
  return given && sentTo(trx, messageId, accountId)
}

const approvedAt = (at: Date) => ({ ...lastsFrom(at), approved_at: at })

function lastsFrom(at: Date) {
  const endsAt = later(at, VIEW_ONCE_LASTS)
  return { ends_at: endsAt, file_until: endsAt }
}

async function sentTo(trx: Trx, messageId: number, accountId: number): Promise<Judged | undefined> {
  return trx
    .selectFrom('messages')
    .innerJoin('conversation_sides as side', 'side.conversation_id', 'messages.conversation_id')
    .select(['side.other_id as otherId', 'messages.created_at as sentAt'])
    .select(
      sql<number>`(
        select count(*)::int from messages beside
        where beside.conversation_id = messages.conversation_id and beside.sender_id = messages.sender_id and beside.created_at = messages.created_at
      )`.as('messages'),
    )
    .where('messages.id', '=', messageId)
    .where('side.account_id', '=', accountId)
    .executeTakeFirst()
}
