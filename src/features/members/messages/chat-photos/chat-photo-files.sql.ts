import { sql } from 'kysely'
import { accountStatus } from '#core/accounts/standing/account-status.sql.ts'
import { isShownOn } from '#core/people/shown-to/visible.sql.ts'
import type { Db } from '#db/connection.server.ts'
import { heldAmong } from '#members/photos/report-holds.sql.ts'

/** What is kept no longer, the first of it first. */
export async function chatPhotosDue(
  db: Db,
  at: Date,
  most: number,
): Promise<Array<{ id: number; key: string }>> {
  return db
    .selectFrom('chat_photos')
    .select(['id', 'key'])
    .where('kept_until', '<=', at)
    .orderBy('kept_until')
    .limit(sql.lit(most))
    .execute()
}

export async function deleteDue(db: Db, ids: readonly number[], at: Date): Promise<void> {
  await db
    .deleteFrom('chat_photos')
    .where('id', 'in', [...ids])
    .where('kept_until', '<=', at)
    .execute()
}

/** Of these keys, those whose files a row needs, or a report; a report is asked after the rows. */
export async function chatPhotosThatExist(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('chat_photos')
    .select('key')
    .where('key', 'in', keys)
    .where('ended_at', 'is', null)
    .execute()
  const found = new Set(rows.map(({ key }) => key))
  const others = keys.filter((key) => !found.has(key))
  return found.union(await heldAmong(db, others))
}

export function storedChatPhotos(db: Db, after: number, most: number) {
  return db
    .selectFrom('chat_photos')
    .select(['id', 'key', sql.lit(2).as('files')])
    .where('id', '>', after)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .limit(sql.lit(most))
    .execute()
}

/**
 * Whether the viewer sent it and it waits, or it is a message of theirs, and they still see the
 * other on this brand.
 */
export async function maySeeChatPhoto(
  db: Db,
  viewer: { id: number; brand: string },
  key: string,
): Promise<boolean> {
  const photo = await db
    .selectFrom('chat_photos')
    .select(['account_id as senderId', 'other_id as otherId', 'message_id as messageId'])
    .select(sql<boolean>`refused_at is null and ended_at is null`.as('isShown'))
    .where('key', '=', key)
    .executeTakeFirst()
  if (!photo?.isShown) return false
  const isSender = photo.senderId === viewer.id
  if (!isSender && (photo.otherId !== viewer.id || photo.messageId === null)) return false
  if ((await accountStatus(db, viewer.id)) === 'gone') return false
  const otherId = isSender ? photo.otherId : photo.senderId
  return isShownOn(db, { viewerId: viewer.id, brandId: viewer.brand }, otherId)
}
