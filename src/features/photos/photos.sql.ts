import { type Expression, type RawBuilder, type Selectable, sql } from 'kysely'
import { ApiError } from '../../api/errors.ts'
import { compiledOnce } from '../../db/compiled-once.ts'
import type { Db, Trx } from '../../db/connection.server.ts'
import { mostOf, rowsIn } from '../../db/rows-of.ts'
import type { Photos } from '../../db/tables/photos.ts'
import { lockProfile, setMainPhoto } from '../people/has-photo.sql.ts'
import { isShownToFew } from '../people/shown-to.sql.ts'
import { isGrantedTo } from './access.sql.ts'
import { type PhotoViewer, pictureOf } from './addresses.server.ts'
import { type Crop, type Edit, holds, uprightCrop } from './crops.ts'
import { keepHashes } from './hashes/photo-hashes.sql.ts'
import type { PictureHashes } from './hashes/picture-hashes.server.ts'
import { keepVerdict } from './hashes/verdicts.sql.ts'
import type { Picture } from './photos.contract.ts'
import { keyOf, MAX_PHOTOS, namesOf } from './photos.ts'
import type { Renditions } from './renditions.server.ts'

export type PhotoRow = Selectable<Photos>

const cardPhotos = compiledOnce((db, { viewerId, at, accountIds }: { viewerId: number; at: Date; accountIds: string }, most: number) =>
  db
    .selectFrom(rowsIn(accountIds, most).as('owners'))
    .innerJoinLateral(cardPhoto(db, { id: viewerId, at }, sql<number>`owners.value::bigint`).as('photo'), (join) => join.onTrue())
    .select(['photo.id', 'photo.account_id', 'photo.key', 'photo.width', 'photo.height', 'photo.placeholder', 'photo.description'])
    .select(['photo.is_private', 'photo.is_shown_to_few', 'photo.approved_at']),
)

/** The primary photo of each member, otherwise a private one granted to the viewer. */
export async function picturesOf(db: Db | Trx, accountIds: readonly number[], viewer: PhotoViewer): Promise<Map<number, Picture>> {
  if (accountIds.length === 0) return new Map()
  const rows = await cardPhotos(db, { viewerId: viewer.id, at: viewer.at, accountIds: JSON.stringify(accountIds) }, mostOf(accountIds))
  return new Map(rows.map((row) => [row.account_id, pictureOf(row, viewer)]))
}

/** With the part that its owner chose for cards, if any. */
export function cardPhoto(db: Db | Trx, viewer: Pick<PhotoViewer, 'id' | 'at'>, owner: Expression<number>) {
  return visiblePhotos(db, viewer)
    .select(sql<string>`coalesce(photos.card_key, photos.key)`.as('key'))
    .select(sql<number>`coalesce(photos.card_width, photos.width)`.as('width'))
    .select(sql<number>`coalesce(photos.card_height, photos.height)`.as('height'))
    .select(sql<string>`coalesce(photos.card_placeholder, photos.placeholder)`.as('placeholder'))
    .where('photos.account_id', '=', owner)
    .orderBy('photos.is_primary', 'desc')
    .orderBy('photos.is_private')
    .orderBy('photos.position')
    .orderBy('photos.id')
    .limit(sql.lit(1))
}

/** The photo of a member's cards if everybody may see it: for a page outside of the network. */
export async function publicCardOf(db: Db, ownerId: number): Promise<{ key: string; width: number; height: number } | null> {
  const row = await db
    .selectFrom('photos')
    .select(sql<string>`coalesce(card_key, key)`.as('key'))
    .select(sql<number>`coalesce(card_width, width)`.as('width'))
    .select(sql<number>`coalesce(card_height, height)`.as('height'))
    .where('account_id', '=', ownerId)
    .where('approved_at', 'is not', null)
    .where('is_private', '=', sql.lit(false))
    .where(sql<boolean>`not ${isShownToFew(sql.ref('photos.account_id'))}`)
    .orderBy('is_primary', 'desc')
    .orderBy('position')
    .orderBy('id')
    .limit(sql.lit(1))
    .executeTakeFirst()
  return row ?? null
}

/** The caller checks whether the member is visible. */
export async function photosOf(db: Db | Trx, viewer: PhotoViewer, ownerId: number): Promise<Picture[]> {
  const rows = await photosInOrder(db, viewer, ownerId).execute()
  return rows.map((row) => pictureOf(row, viewer))
}

/** The rows of `photosOf`, to be read within another statement. */
export function photosInOrder(db: Db | Trx, viewer: Pick<PhotoViewer, 'id' | 'at'>, ownerId: number) {
  return visiblePhotos(db, viewer)
    .select(['key', 'width', 'height', 'placeholder'])
    .where('photos.account_id', '=', ownerId)
    .orderBy('photos.is_primary', 'desc')
    .orderBy('photos.position')
    .orderBy('photos.id')
}

/** Of these photos those that the viewer may see, whose owner the caller knows to be visible. */
export async function picturesWithIds(db: Db | Trx, viewer: PhotoViewer, ids: readonly number[]): Promise<Map<number, Picture>> {
  if (ids.length === 0) return new Map()
  const rows = await visiblePhotos(db, viewer).select(['key', 'width', 'height', 'placeholder']).where('photos.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, pictureOf(row, viewer)]))
}

/** Whether a photo is the owner's and the viewer may see it; the caller checks whether the owner is visible. */
export async function mayShowPhoto(db: Db | Trx, viewer: Pick<PhotoViewer, 'id' | 'at'>, ownerId: number, photoId: number): Promise<boolean> {
  const row = await visiblePhotos(db, viewer).where('photos.id', '=', photoId).where('photos.account_id', '=', ownerId).executeTakeFirst()
  return row !== undefined
}

/** Approved, and public, granted to the viewer, or the viewer's own. */
function visiblePhotos(db: Db | Trx, viewer: Pick<PhotoViewer, 'id' | 'at'>) {
  return db
    .selectFrom('photos')
    .select(['id', 'account_id', 'description', 'is_private', 'approved_at', isShownToFew(sql.ref('photos.account_id')).as('is_shown_to_few')])
    .where('photos.approved_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('photos.is_private', '=', sql.lit(false)),
        eb('photos.account_id', '=', viewer.id),
        isGrantedTo(viewer.id, viewer.at, sql.ref('photos.account_id')),
      ]),
    )
}

export async function ownPhotos(db: Db | Trx, ownerId: number): Promise<PhotoRow[]> {
  const rows = db.selectFrom('photos').selectAll().where('account_id', '=', ownerId).where('removed_at', 'is', null)
  return rows.orderBy('position').orderBy('id').execute()
}

/** Of these photos those that were not removed. */
export async function photosById(db: Db | Trx, ids: readonly number[]): Promise<PhotoRow[]> {
  if (ids.length === 0) return []
  return db.selectFrom('photos').selectAll().where('id', 'in', ids).where('removed_at', 'is', null).execute()
}

/** By the key of a rendition, of the part on cards, or of the original. */
export async function photoByKey(db: Db | Trx, key: string): Promise<{ id: number; account_id: number } | undefined> {
  for (const column of ['key', 'card_key', 'original_key'] as const) {
    const row = await db.selectFrom('photos').select(['id', 'account_id']).where(column, '=', key).executeTakeFirst()
    if (row) return row
  }
  return undefined
}

/** A refused photo goes out of its owner's sight too; `reviewPhoto` gives it back where it approves it. */
export async function markRemoved(trx: Trx, photoId: number, at: Date): Promise<void> {
  await trx.updateTable('photos').set({ removed_at: at }).where('id', '=', photoId).execute()
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

/** Whether a member has photos that are approved or wait for it. */
export function hasAnyPhoto(ownerId: Expression<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from photos where account_id = ${ownerId} and rejected_at is null)`
}

export async function hasPhoto(db: Db, key: string): Promise<boolean> {
  return (await db.selectFrom('photos').select('id').where('key', '=', key).executeTakeFirst()) !== undefined
}

/** Of the keys of renditions and originals, those that a photo has. */
export async function keysThatExist(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const having = (column: 'key' | 'card_key' | 'original_key') =>
    db
      .selectFrom('photos')
      .select(sql<string>`${sql.ref(column)}`.as('found'))
      .where(column, 'in', keys)
  const held = db.selectFrom('photo_holds').select('key as found').where('key', 'in', keys)
  const rows = await having('key').unionAll(having('card_key')).unionAll(having('original_key')).unionAll(held).execute()
  return new Set(rows.map(({ found }) => found))
}

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

export type NewPhoto = {
  ownerId: number
  key: string
  originalKey: string
  width: number
  height: number
  placeholder: string
  description: string
  isPrivate: boolean
  approvedAt: Date | null
  hashes: PictureHashes
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
      original_key: photo.originalKey,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from photos where account_id = ${photo.ownerId})`,
      width: photo.width,
      height: photo.height,
      placeholder: photo.placeholder,
      description: photo.description,
      is_private: photo.isPrivate,
      approved_at: photo.approvedAt,
      created_at: photo.at,
      hashed_at: photo.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await keepHashes(trx, { photoId: id, ownerId: photo.ownerId, hashes: photo.hashes, at: photo.at })
  await updatePrimary(trx, photo.ownerId)
  return trx.selectFrom('photos').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** The caller deletes the returned files after the commit. Throws `notFound`. */
export async function removePhoto(trx: Trx, ownerId: number, photoId: number): Promise<string[]> {
  await lockProfile(trx, ownerId)
  const removed = await trx
    .deleteFrom('photos')
    .where('id', '=', photoId)
    .where('account_id', '=', ownerId)
    .returning(['key', 'card_key', 'original_key'])
    .executeTakeFirst()
  if (!removed) throw new ApiError('notFound')
  await updatePrimary(trx, ownerId)
  return withoutHeld(trx, namesOf(removed))
}

/** Throws `notFound` for another member's photo and `conflict` for one that is not approved and public. */
export async function makePrimary(trx: Trx, ownerId: number, photoId: number): Promise<void> {
  await lockProfile(trx, ownerId)
  const photo = await ownPhoto(trx, ownerId, photoId)
  if (photo.approved_at === null) {
    throw new ApiError('conflict', { detail: 'This photo has not been approved yet, so it cannot be shown first.' })
  }
  if (photo.is_private) throw new ApiError('conflict', { detail: 'A private photo cannot be shown first.' })
  const position = sql<number>`(select min(position) - 1 from photos where account_id = ${ownerId})`
  await trx.updateTable('photos').set({ position }).where('id', '=', photoId).execute()
  await updatePrimary(trx, ownerId)
}

/** Throws `conflict` if these are not exactly the member's photos: one was added or deleted meanwhile. */
export async function putInOrder(trx: Trx, ownerId: number, ids: readonly number[]): Promise<void> {
  await lockProfile(trx, ownerId)
  const own = await trx.selectFrom('photos').select('id').where('account_id', '=', ownerId).where('removed_at', 'is', null).execute()
  const named = new Set(ids)
  if (named.size !== ids.length || own.length !== ids.length || !own.every(({ id }) => named.has(id))) {
    throw new ApiError('conflict', { detail: 'Your photos have changed meanwhile, perhaps in another tab. Their order was not changed.' })
  }
  for (const [index, id] of ids.entries()) {
    await trx
      .updateTable('photos')
      .set({ position: index + 1 })
      .where('id', '=', id)
      .execute()
  }
  await updatePrimary(trx, ownerId)
}

/** Changes places with the neighbour before (-1) or after (1); at the end of the list it stays. Throws `notFound`. */
export async function movePhoto(trx: Trx, ownerId: number, photoId: number, by: -1 | 1): Promise<void> {
  await lockProfile(trx, ownerId)
  const ids = (await ownPhotos(trx, ownerId)).map(({ id }) => id)
  const from = ids.indexOf(photoId)
  if (from === -1) throw new ApiError('notFound')
  const other = ids[from + by]
  if (other === undefined) return
  await putInOrder(
    trx,
    ownerId,
    ids.map((id) => (id === photoId ? other : id === other ? photoId : id)),
  )
}

type Made = { key: string } & Pick<Renditions, 'width' | 'height' | 'placeholder'>
export type EditedPhoto = { edit: Edit; photo: Made | null; card: Made | null; originalKey: string | null }

/**
 * Null as `photo` keeps the renditions, as `card` those of an unchanged part. A refused photo, and one that shows more
 * than what was approved, waits for staff again. Returns the row and the files that it no longer needs. Throws
 * `conflict` if the photo is no longer as `before`.
 */
export async function replaceRenditions(
  trx: Trx,
  before: PhotoRow,
  { edit, photo, card, originalKey }: EditedPhoto,
): Promise<{ row: PhotoRow; unused: string[] }> {
  await lockProfile(trx, before.account_id)
  const now = await ownPhoto(trx, before.account_id, before.id)
  if (now.key !== before.key || now.card_key !== before.card_key || now.original_key !== before.original_key) {
    throw new ApiError('conflict', { detail: 'This photo was changed meanwhile, perhaps in another tab. Please look at it again.' })
  }
  const needsCheck = now.rejected_at !== null || !holds(now.checked_crop, uprightCrop(edit.crop, edit.turns))
  const keepsCard = card === null && edit.card !== null
  await trx
    .updateTable('photos')
    .set({
      turns: edit.turns,
      crop: inJson(edit.crop),
      card_crop: inJson(edit.card),
      ...(photo === null ? {} : { key: photo.key, width: photo.width, height: photo.height, placeholder: photo.placeholder }),
      ...(keepsCard
        ? {}
        : {
            card_key: card?.key ?? null,
            card_width: card?.width ?? null,
            card_height: card?.height ?? null,
            card_placeholder: card?.placeholder ?? null,
          }),
      ...(originalKey === null ? {} : { original_key: originalKey }),
      ...(needsCheck ? { approved_at: null, approved_by: null, rejected_at: null, rejected_by: null, reject_reason: null } : {}),
    })
    .where('id', '=', before.id)
    .execute()
  await updatePrimary(trx, before.account_id)
  const row = await ownPhoto(trx, before.account_id, before.id)
  const needed = new Set(namesOf(row))
  return {
    row,
    unused: await withoutHeld(
      trx,
      namesOf(now).filter((name) => !needed.has(name)),
    ),
  }
}

function inJson(crop: Crop | null): string | null {
  return crop === null ? null : JSON.stringify(crop)
}

export async function changePhoto(
  trx: Trx,
  ownerId: number,
  photoId: number,
  change: { description?: string | undefined; isPrivate?: boolean | undefined },
): Promise<PhotoRow> {
  await lockProfile(trx, ownerId)
  const before = await ownPhoto(trx, ownerId, photoId)
  // A photo that can no longer be shown first goes last, so that the next one is first also in its owner's list.
  const steps = change.isPrivate === true && before.is_primary
  await trx
    .updateTable('photos')
    .set({ description: change.description ?? before.description, is_private: change.isPrivate ?? before.is_private })
    .$if(steps, (update) => update.set({ position: sql<number>`(select max(position) + 1 from photos where account_id = ${ownerId})` }))
    .where('id', '=', photoId)
    .execute()
  await updatePrimary(trx, ownerId)
  return ownPhoto(trx, ownerId, photoId)
}

/** The photo that everybody sees first, if there is one. */
export async function mainPhoto(db: Db | Trx, ownerId: number): Promise<{ id: number } | undefined> {
  return db
    .selectFrom('photos')
    .select('id')
    .where('account_id', '=', ownerId)
    .where('is_primary', '=', sql.lit(true))
    .where('approved_at', 'is not', null)
    .executeTakeFirst()
}

/** Approved photos that everybody may see, the main one first. */
export async function publicPhotos(db: Db, ownerId: number, most: number) {
  return db
    .selectFrom('photos')
    .select(['id', 'key', 'width', 'height', 'is_primary'])
    .where('account_id', '=', ownerId)
    .where('approved_at', 'is not', null)
    .where('is_private', '=', sql.lit(false))
    .orderBy('is_primary', 'desc')
    .orderBy('position')
    .orderBy('id')
    .limit(sql.lit(most))
    .execute()
}

export async function photosToReview(db: Db | Trx, most: number): Promise<PhotoRow[]> {
  return db.selectFrom('photos').selectAll().where('approved_at', 'is', null).where('rejected_at', 'is', null).orderBy('created_at').limit(most).execute()
}

/** `by` is null for an operator, who is no member. */
export type Verdict = { by: number | null; at: Date } & ({ approved: true } | { approved: false; reason: string })

/** The first approved photo of a member becomes primary. Returns null if the photo was deleted. */
export async function reviewPhoto(trx: Trx, photoId: number, verdict: Verdict): Promise<{ ownerId: number; wasRefused: boolean } | null> {
  const found = await trx.selectFrom('photos').select(['account_id', 'crop', 'turns']).where('id', '=', photoId).executeTakeFirst()
  if (!found) return null
  await lockProfile(trx, found.account_id)
  const before = await trx.selectFrom('photos').select('rejected_at').where('id', '=', photoId).executeTakeFirst()
  if (!before) return null
  await trx
    .updateTable('photos')
    .set(
      verdict.approved
        ? {
            approved_at: verdict.at,
            approved_by: verdict.by,
            rejected_at: null,
            rejected_by: null,
            reject_reason: null,
            removed_at: null,
            checked_crop: inJson(uprightCrop(found.crop, found.turns)),
          }
        : {
            approved_at: null,
            approved_by: null,
            rejected_at: verdict.at,
            rejected_by: verdict.by,
            reject_reason: verdict.reason,
          },
    )
    .where('id', '=', photoId)
    .execute()
  await updatePrimary(trx, found.account_id)
  await keepVerdict(trx, photoId, verdict)
  return { ownerId: found.account_id, wasRefused: before.rejected_at !== null }
}

/** Takes a photo from everybody's sight but its owner's until staff decide. False where it is refused or deleted. */
export async function holdPhoto(trx: Trx, ownerId: number, photoId: number): Promise<boolean> {
  await lockProfile(trx, ownerId)
  const { numUpdatedRows } = await trx
    .updateTable('photos')
    .set({ approved_at: null, approved_by: null })
    .where('id', '=', photoId)
    .where('account_id', '=', ownerId)
    .where('rejected_at', 'is', null)
    .executeTakeFirst()
  await updatePrimary(trx, ownerId)
  return numUpdatedRows > 0n
}

export async function ownPhoto(trx: Db | Trx, ownerId: number, photoId: number): Promise<PhotoRow> {
  const own = trx.selectFrom('photos').selectAll().where('id', '=', photoId).where('account_id', '=', ownerId)
  const photo = await own.where('removed_at', 'is', null).executeTakeFirst()
  if (!photo) throw new ApiError('notFound')
  return photo
}

/**
 * The first photo that everybody may see is primary. Every change to photos locks the profile first and calls this
 * last, so that concurrent changes see each other's.
 */
async function updatePrimary(trx: Trx, ownerId: number): Promise<void> {
  const first = await trx
    .selectFrom('photos')
    .select('id')
    .where('account_id', '=', ownerId)
    .where('approved_at', 'is not', null)
    .where('is_private', '=', sql.lit(false))
    .orderBy('position')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  await trx
    .updateTable('photos')
    .set({ is_primary: false })
    .where('account_id', '=', ownerId)
    .where('is_primary', '=', sql.lit(true))
    .where('id', '<>', first?.id ?? 0)
    .execute()
  if (first) await trx.updateTable('photos').set({ is_primary: true }).where('id', '=', first.id).execute()
  await setMainPhoto(trx, ownerId, first?.id ?? null)
}
