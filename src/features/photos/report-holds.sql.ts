import type { Db, Trx } from '../../db/connection.server.ts'
import { lockProfile } from '../people/has-photo.sql.ts'
import type { PhotoViewer } from './addresses.server.ts'
import { visiblePhotos } from './photos.sql.ts'
import { keyOf } from './photos.ts'

/** Of these files, those that no report holds. */
export async function withoutHeld(db: Db | Trx, names: readonly string[]): Promise<string[]> {
  const keys = [...new Set(names.map(keyOf).filter((key) => key !== null))]
  if (keys.length === 0) return [...names]
  const rows = await db.selectFrom('photo_holds').select('key').where('key', 'in', keys).execute()
  const held = new Set(rows.map(({ key }) => key))
  return names.filter((name) => !held.has(keyOf(name) ?? ''))
}

export type HeldPhoto = { id: number; key: string; width: number; height: number; isMain: boolean; isPrivate: boolean }

/** The owner's photos that the viewer may see; with the profile locked, so that none is deleted before it is held. */
export async function photosToHold(trx: Trx, viewer: Pick<PhotoViewer, 'id' | 'at'>, ownerId: number): Promise<HeldPhoto[]> {
  await lockProfile(trx, ownerId)
  const rows = await visiblePhotos(trx, viewer)
    .select(['photos.key', 'photos.width', 'photos.height', 'photos.is_primary'])
    .where('photos.account_id', '=', ownerId)
    .orderBy('photos.is_primary', 'desc')
    .orderBy('photos.position')
    .orderBy('photos.id')
    .execute()
  return rows.map(({ id, key, width, height, is_primary: isMain, is_private: isPrivate }) => ({ id, key, width, height, isMain, isPrivate }))
}

/** Their files stay until what the report keeps is deleted; the sweep then takes those without a photo. */
export async function holdPhotos(trx: Trx, reportId: number, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await trx
    .insertInto('photo_holds')
    .values(keys.map((key) => ({ report_id: reportId, key })))
    .execute()
}
