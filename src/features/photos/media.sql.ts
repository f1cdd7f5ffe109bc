import { sql } from 'kysely'
import type { Db } from '../../db/connection.server.ts'
import { accountStatus } from '../accounts/account-status.sql.ts'
import { isPaused } from '../people/pause.sql.ts'
import { isKnown } from '../people/visible.sql.ts'
import { isCardKey } from './photos.ts'

export type StoredPhoto = { ownerId: number; isApproved: boolean; isPrivate: boolean; isPaused: boolean }

export async function photoByKey(db: Db, key: string): Promise<StoredPhoto | null> {
  return storedPhoto(db, isCardKey(key) ? 'card_key' : 'key', key)
}

export async function photoByOriginal(db: Db, key: string): Promise<StoredPhoto | null> {
  return storedPhoto(db, 'original_key', key)
}

async function storedPhoto(db: Db, column: 'key' | 'card_key' | 'original_key', key: string): Promise<StoredPhoto | null> {
  const row = await db
    .selectFrom('photos')
    .select(['account_id', 'approved_at', 'is_private', isPaused(sql.ref('photos.account_id')).as('isPaused')])
    .where(column, '=', key)
    .executeTakeFirst()
  if (!row || (await accountStatus(db, row.account_id)) === 'gone') return null
  return { ownerId: row.account_id, isApproved: row.approved_at !== null, isPrivate: row.is_private, isPaused: row.isPaused }
}

/** Staff sees what may have been cropped off, too. */
export async function maySeeOriginal(db: Db, viewerId: number, photo: StoredPhoto): Promise<boolean> {
  const status = await accountStatus(db, viewerId)
  return status === 'staff' || (status !== 'gone' && viewerId === photo.ownerId)
}

/** Since the URL was signed, a grant may have been revoked, or one of the two blocked, banned or deleted. */
export async function mayStillSee(db: Db, viewerId: number, photo: StoredPhoto): Promise<boolean> {
  const status = await accountStatus(db, viewerId)
  if (status === 'gone') return false
  if (viewerId === photo.ownerId || status === 'staff') return true
  if (!photo.isApproved) return false
  if (!(await isKnown(db, viewerId, photo.ownerId))) return false
  if (!photo.isPrivate) return true
  const grant = await db
    .selectFrom('photo_grants')
    .select('granted_at')
    .where('owner_id', '=', photo.ownerId)
    .where('viewer_id', '=', viewerId)
    .where('granted_at', 'is not', null)
    .executeTakeFirst()
  return grant !== undefined
}
