import type { Db } from '../../db/connection.server.ts'
import { accountStatus } from '../accounts/account-status.sql.ts'

export type StoredPhoto = { ownerId: number; isApproved: boolean; isPrivate: boolean }

export async function photoByKey(db: Db, key: string): Promise<StoredPhoto | null> {
  const row = await db.selectFrom('photos').select(['account_id', 'approved_at', 'is_private']).where('key', '=', key).executeTakeFirst()
  if (!row || (await accountStatus(db, row.account_id)) === 'gone') return null
  return { ownerId: row.account_id, isApproved: row.approved_at !== null, isPrivate: row.is_private }
}

/** Since the URL was signed, a grant may have been revoked, or one of the two blocked, banned or deleted. */
export async function mayStillSee(db: Db, viewerId: number, photo: StoredPhoto): Promise<boolean> {
  const status = await accountStatus(db, viewerId)
  if (status === 'gone') return false
  if (viewerId === photo.ownerId || status === 'staff') return true
  if (!photo.isApproved) return false
  const owner = await db
    .selectFrom('visible_profiles')
    .leftJoin('photo_grants', (join) =>
      join.onRef('photo_grants.owner_id', '=', 'visible_profiles.account_id').onRef('photo_grants.viewer_id', '=', 'visible_profiles.viewer_id'),
    )
    .select('photo_grants.granted_at')
    .where('visible_profiles.viewer_id', '=', viewerId)
    .where('visible_profiles.account_id', '=', photo.ownerId)
    // Every member is visible on their home brand; the viewer's brand was checked when the URL was signed.
    .whereRef('visible_profiles.seen_on', '=', 'visible_profiles.brand')
    .executeTakeFirst()
  return owner !== undefined && (!photo.isPrivate || owner.granted_at !== null)
}
