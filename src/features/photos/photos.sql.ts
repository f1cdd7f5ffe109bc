import { type Expression, type Selectable, sql } from 'kysely'
import { ApiError } from '../../api/errors.ts'
import type { Db, Trx } from '../../db/connection.server.ts'
import type { Photos } from '../../db/schema.ts'
import { lockProfile, setHasPhoto } from '../people/has-photo.sql.ts'
import { type PhotoViewer, pictureOf } from './addresses.server.ts'
import type { Picture } from './photos.contract.ts'
import { MAX_PHOTOS } from './photos.ts'

export type PhotoRow = Selectable<Photos>

/** The primary photo of each member, otherwise a private one granted to the viewer. */
export async function picturesOf(db: Db | Trx, accountIds: readonly number[], viewer: PhotoViewer): Promise<Map<number, Picture>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom(sql<{ id: number }>`unnest(${accountIds}::bigint[])`.as<'owners'>(sql`owners(id)`))
    .innerJoinLateral(cardPhoto(db, viewer, sql`owners.id`).as('photo'), (join) => join.onTrue())
    .select(pictureColumns.map((column) => `photo.${column}` as const))
    .execute()
  return new Map(rows.map((row) => [row.account_id, pictureOf(row, viewer)]))
}

export function cardPhoto(db: Db | Trx, viewer: PhotoViewer, owner: Expression<number>) {
  return visiblePhotos(db, viewer)
    .where('photos.account_id', '=', owner)
    .orderBy('photos.is_primary', 'desc')
    .orderBy('photos.is_private')
    .orderBy('photos.id')
    .limit(sql.lit(1))
}

/** The caller checks whether the member is visible. */
export async function photosOf(db: Db | Trx, viewer: PhotoViewer, ownerId: number): Promise<Picture[]> {
  const rows = await visiblePhotos(db, viewer).where('photos.account_id', '=', ownerId).orderBy('photos.is_primary', 'desc').orderBy('photos.id').execute()
  return rows.map((row) => pictureOf(row, viewer))
}

const pictureColumns = ['id', 'account_id', 'key', 'width', 'height', 'placeholder', 'description', 'is_private', 'approved_at'] as const

/** Approved, and public, granted to the viewer, or the viewer's own. */
function visiblePhotos(db: Db | Trx, viewer: PhotoViewer) {
  return db
    .selectFrom('photos')
    .select(pictureColumns)
    .where('photos.approved_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('photos.is_private', '=', sql.lit(false)),
        eb('photos.account_id', '=', viewer.id),
        eb.exists(
          eb
            .selectFrom('photo_grants')
            .select('owner_id')
            .whereRef('owner_id', '=', 'photos.account_id')
            .where('viewer_id', '=', viewer.id)
            .where('granted_at', 'is not', null),
        ),
      ]),
    )
}

export async function ownPhotos(db: Db | Trx, ownerId: number): Promise<PhotoRow[]> {
  return db.selectFrom('photos').selectAll().where('account_id', '=', ownerId).orderBy('is_primary', 'desc').orderBy('id').execute()
}

export async function refuseTooManyPhotos(db: Db | Trx, ownerId: number): Promise<void> {
  const { count } = await db
    .selectFrom('photos')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  if (count >= MAX_PHOTOS) {
    throw new ApiError('conflict', { detail: `You have ${MAX_PHOTOS} photos, which is the most. Please delete one first.` })
  }
}

export async function hasPhoto(db: Db, key: string): Promise<boolean> {
  return (await db.selectFrom('photos').select('id').where('key', '=', key).executeTakeFirst()) !== undefined
}

export async function keysThatExist(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db.selectFrom('photos').select('key').where('key', 'in', keys).execute()
  return new Set(rows.map(({ key }) => key))
}

export type NewPhoto = {
  ownerId: number
  key: string
  width: number
  height: number
  placeholder: string
  description: string
  isPrivate: boolean
  approvedAt: Date | null
  at: Date
}

export async function insertPhoto(trx: Trx, photo: NewPhoto): Promise<PhotoRow> {
  await lockProfile(trx, photo.ownerId)
  await refuseTooManyPhotos(trx, photo.ownerId)
  const { id } = await trx
    .insertInto('photos')
    .values({
      account_id: photo.ownerId,
      key: photo.key,
      width: photo.width,
      height: photo.height,
      placeholder: photo.placeholder,
      description: photo.description,
      is_private: photo.isPrivate,
      approved_at: photo.approvedAt,
      created_at: photo.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await updatePrimary(trx, photo.ownerId)
  return trx.selectFrom('photos').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** The caller deletes the files after the commit. Throws `notFound`. */
export async function removePhoto(trx: Trx, ownerId: number, photoId: number): Promise<string> {
  await lockProfile(trx, ownerId)
  const removed = await trx.deleteFrom('photos').where('id', '=', photoId).where('account_id', '=', ownerId).returning('key').executeTakeFirst()
  if (!removed) throw new ApiError('notFound')
  await updatePrimary(trx, ownerId)
  return removed.key
}

/** Throws `notFound` for another member's photo and `conflict` for one that is not approved and public. */
export async function makePrimary(trx: Trx, ownerId: number, photoId: number): Promise<void> {
  await lockProfile(trx, ownerId)
  const photo = await ownPhoto(trx, ownerId, photoId)
  if (photo.approved_at === null) {
    throw new ApiError('conflict', { detail: 'This photo has not been approved yet, so it cannot be shown first.' })
  }
  if (photo.is_private) throw new ApiError('conflict', { detail: 'A private photo cannot be shown first.' })
  await trx.updateTable('photos').set({ is_primary: false }).where('account_id', '=', ownerId).where('is_primary', '=', sql.lit(true)).execute()
  await trx.updateTable('photos').set({ is_primary: true }).where('id', '=', photoId).execute()
}

export async function changePhoto(
  trx: Trx,
  ownerId: number,
  photoId: number,
  change: { description?: string | undefined; isPrivate?: boolean | undefined },
): Promise<PhotoRow> {
  await lockProfile(trx, ownerId)
  const before = await ownPhoto(trx, ownerId, photoId)
  await trx
    .updateTable('photos')
    .set({ description: change.description ?? before.description, is_private: change.isPrivate ?? before.is_private })
    .where('id', '=', photoId)
    .execute()
  await updatePrimary(trx, ownerId)
  return ownPhoto(trx, ownerId, photoId)
}

export async function photosToReview(db: Db | Trx, most: number): Promise<PhotoRow[]> {
  return db.selectFrom('photos').selectAll().where('approved_at', 'is', null).where('rejected_at', 'is', null).orderBy('created_at').limit(most).execute()
}

export type Verdict = { by: number; at: Date } & ({ approved: true } | { approved: false; reason: string })

/** The first approved photo of a member becomes primary. Returns the owner's id, or null if the photo was deleted. */
export async function reviewPhoto(trx: Trx, photoId: number, verdict: Verdict): Promise<number | null> {
  const found = await trx.selectFrom('photos').select('account_id').where('id', '=', photoId).executeTakeFirst()
  if (!found) return null
  await lockProfile(trx, found.account_id)
  const { numUpdatedRows } = await trx
    .updateTable('photos')
    .set(
      verdict.approved
        ? { approved_at: verdict.at, approved_by: verdict.by, rejected_at: null, rejected_by: null, reject_reason: null }
        : {
            approved_at: null,
            approved_by: null,
            rejected_at: verdict.at,
            rejected_by: verdict.by,
            reject_reason: verdict.reason,
          },
    )
    .where('id', '=', photoId)
    .executeTakeFirst()
  await updatePrimary(trx, found.account_id)
  return numUpdatedRows > 0n ? found.account_id : null
}

async function ownPhoto(trx: Trx, ownerId: number, photoId: number): Promise<PhotoRow> {
  const photo = await trx.selectFrom('photos').selectAll().where('id', '=', photoId).where('account_id', '=', ownerId).executeTakeFirst()
  if (!photo) throw new ApiError('notFound')
  return photo
}

/** Every change to photos locks the profile first and calls this last, so that concurrent changes see each other's. */
async function updatePrimary(trx: Trx, ownerId: number): Promise<void> {
  await trx
    .updateTable('photos')
    .set({ is_primary: false })
    .where('account_id', '=', ownerId)
    .where('is_primary', '=', sql.lit(true))
    .where((eb) => eb.or([eb('approved_at', 'is', null), eb('is_private', '=', sql.lit(true))]))
    .execute()
  await trx
    .updateTable('photos')
    .set({ is_primary: true })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('photos')
        .select('id')
        .where('account_id', '=', ownerId)
        .where('approved_at', 'is not', null)
        .where('is_private', '=', sql.lit(false))
        .orderBy('id')
        .limit(1),
    )
    .where(sql<boolean>`not exists (select from photos where account_id = ${ownerId} and is_primary)`)
    .execute()
  const primary = await trx.selectFrom('photos').select('id').where('account_id', '=', ownerId).where('is_primary', '=', sql.lit(true)).executeTakeFirst()
  await setHasPhoto(trx, ownerId, primary !== undefined)
}
