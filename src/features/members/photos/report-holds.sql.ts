import { lockProfile } from '#core/people/pictures/has-photo.sql.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import type { PhotoViewer } from './files/addresses.server.ts'
import { visiblePhotos } from './photos.sql.ts'
import { keyOf } from './photos.ts'

export async function withoutHeld(db: Db | Trx, names: readonly string[]): Promise<string[]> {
  const held = await heldAmong(db, [...new Set(names.map(keyOf).filter((key) => key !== null))])
  return names.filter((name) => !held.has(keyOf(name) ?? ''))
}

export async function heldAmong(db: Db | Trx, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db.selectFrom('photo_holds').select('key').where('key', 'in', keys).execute()
  return new Set(rows.map(({ key }) => key))
}

export type HeldPhoto = {
  id: number
  key: string
  width: number
  height: number
  isMain: boolean
  isPrivate: boolean
}

/**
 * The owner's photos that the viewer may see; with the profile locked, so that none is deleted
 * before it is held.
 */
export async function photosToHold(
  trx: Trx,
  viewer: Pick<PhotoViewer, 'id' | 'at'>,
  ownerId: number,
): Promise<HeldPhoto[]> {
  await lockProfile(trx, ownerId)
  const rows = await visiblePhotos(trx, viewer)
    .select(['photos.key', 'photos.width', 'photos.height', 'photos.is_primary'])
    .where('photos.account_id', '=', ownerId)
    .orderBy('photos.is_primary', 'desc')
    .orderBy('photos.position')
    .orderBy('photos.id')
    .execute()
  return rows.map(({ id, key, width, height, is_primary: isMain, is_private: isPrivate }) => ({
    id,
    key,
    width,
    height,
    isMain,
    isPrivate,
  }))
}

/**
 * Files of these keys stay until what the report keeps is deleted; the sweep then takes those
 * without a photo or a message.
 */
export async function holdFiles(
  trx: Trx,
  reportId: number,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await trx
    .insertInto('photo_holds')
    .values(keys.map((key) => ({ report_id: reportId, key })))
    .execute()
}
