import { type ExpressionBuilder, sql } from 'kysely'
import { accountStatus } from '#core/accounts/standing/account-status.sql.ts'
import { isShownOn } from '#core/people/shown-to/visible.sql.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import type { Database } from '#db/schema.ts'
import { heldAmong } from '#members/photos/report-holds.sql.ts'

export type StoredRecording = { key: string; milliseconds: number }

/**
 * For a lateral join with `messages`. The limit keeps it a look-up of each message, also where
 * there are few recordings.
 */
export function recordingOfMessage(lateral: ExpressionBuilder<Database, 'messages'>) {
  return lateral
    .selectFrom('recordings')
    .select(['recordings.key', 'recordings.milliseconds'])
    .whereRef('recordings.message_id', '=', 'messages.id')
    .limit(sql.lit(1))
    .as('recording')
}

export async function addRecording(
  trx: Trx,
  recording: StoredRecording & { messageId: number; accountId: number },
): Promise<void> {
  const { messageId, accountId, key, milliseconds } = recording
  await trx
    .insertInto('recordings')
    .values({ message_id: messageId, account_id: accountId, key, milliseconds })
    .execute()
}

export async function recordingOf(
  db: Db | Trx,
  messageId: number,
): Promise<(StoredRecording & { body: string; sentAt: Date }) | undefined> {
  return db
    .selectFrom('recordings')
    .innerJoin('messages', 'messages.id', 'recordings.message_id')
    .select([
      'recordings.key',
      'recordings.milliseconds',
      'messages.body',
      'messages.created_at as sentAt',
    ])
    .where('recordings.message_id', '=', messageId)
    .executeTakeFirst()
}

/**
 * Of these keys, those that belong to a message, to one that was withheld, or to a report. The
 * first two are one statement, for a key goes from one to the other; a report has its keys before a
 * message loses them, so that it is asked after them.
 */
export async function recordingsThatExist(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('recordings')
    .select('key')
    .where('key', 'in', keys)
    .unionAll(db.selectFrom('held_files').select('key').where('key', 'in', keys))
    .execute()
  const found = new Set(rows.map(({ key }) => key))
  return found.union(
    await heldAmong(
      db,
      keys.filter((key) => !found.has(key)),
    ),
  )
}

export function storedRecordings(db: Db, after: number, most: number) {
  return db
    .selectFrom('recordings')
    .select(['message_id as id', 'key', sql.lit(1).as('files')])
    .where('message_id', '>', after)
    .orderBy('message_id')
    .limit(sql.lit(most))
    .execute()
}

/**
 * Whether the viewer is one of the two of the conversation, and they still see each other on this
 * brand.
 */
export async function mayHear(
  db: Db,
  viewer: { id: number; brand: string },
  key: string,
): Promise<boolean> {
  const side = await db
    .selectFrom('recordings')
    .innerJoin('messages', 'messages.id', 'recordings.message_id')
    .innerJoin('conversation_sides as side', 'side.conversation_id', 'messages.conversation_id')
    .select('side.other_id as otherId')
    .where('recordings.key', '=', key)
    .where('side.account_id', '=', viewer.id)
    .executeTakeFirst()
  if (!side || (await accountStatus(db, viewer.id)) === 'gone') return false
  return isShownOn(db, { viewerId: viewer.id, brandId: viewer.brand }, side.otherId)
}
