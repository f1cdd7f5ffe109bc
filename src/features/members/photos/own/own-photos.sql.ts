import { type Expression, type RawBuilder, sql } from 'kysely'
import { ApiError, fieldError } from '#api/errors.ts'
import { lockProfile, setMainPhoto } from '#core/people/pictures/has-photo.sql.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { type Crop, type Edit, holds, uprightCrop } from '../crop/crops.ts'
import type { Renditions } from '../files/renditions.server.ts'
import { keepHashes } from '../hashes/photo-hashes.sql.ts'
import type { PictureHashes } from '../hashes/picture-hashes.server.ts'
import type { PhotoRow } from '../photos.sql.ts'
import { MAX_PHOTOS, namesOf } from '../photos.ts'
import { withoutHeld } from '../report-holds.sql.ts'
import { type ConfirmedRules, PHOTO_RULES, photoRules } from './photo-rules.ts'

export async function ownPhotos(db: Db | Trx, ownerId: number): Promise<PhotoRow[]> {
  const rows = db
    .selectFrom('photos')
    .selectAll()
    .where('account_id', '=', ownerId)
    .where('removed_at', 'is', null)
  return rows.orderBy('position').orderBy('id').execute()
}

export async function refuseTooManyPhotos(db: Db | Trx, ownerId: number): Promise<void> {
  const { count } = await db
    .selectFrom('photos')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  if (count >= MAX_PHOTOS) {
    throw new ApiError(
      'conflict',
      `You have ${MAX_PHOTOS} photos, which is the most. Please delete one first.`,
    )
  }
}

/** Throws unless the rules are confirmed: now, or with a photo that is still there. */
export async function refuseUnconfirmed(
  db: Db | Trx,
  ownerId: number,
  rules: ConfirmedRules,
): Promise<void> {
  if (rules === '' && asksRules(await ownPhotos(db, ownerId)))
    throw fieldError('rules', photoRules.missing)
}

export function asksRules(photos: ReadonlyArray<Pick<PhotoRow, 'rules_version'>>): boolean {
  return !photos.some((photo) => photo.rules_version === PHOTO_RULES)
}

/** Whether a member has photos that are approved or wait for it. */
export function hasAnyPhoto(ownerId: Expression<number>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from photos where account_id = ${ownerId} and rejected_at is null)`
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
      renditions_due_at: photo.at,
      rules_version: PHOTO_RULES,
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

/**
 * Throws `notFound` for another member's photo and `conflict` for one that is not approved and
 * public.
 */
export async function makePrimary(trx: Trx, ownerId: number, photoId: number): Promise<void> {
  await lockProfile(trx, ownerId)
  const photo = await ownPhoto(trx, ownerId, photoId)
  if (photo.approved_at === null) {
    throw new ApiError(
      'conflict',
      'This photo has not been approved yet, so it cannot be shown first.',
    )
  }
  if (photo.is_private) throw new ApiError('conflict', 'A private photo cannot be shown first.')
  const position = sql<number>`(select min(position) - 1 from photos where account_id = ${ownerId})`
  await trx.updateTable('photos').set({ position }).where('id', '=', photoId).execute()
  await updatePrimary(trx, ownerId)
}

/**
 * Throws `conflict` if these are not exactly the member's photos: one was added or deleted
 * meanwhile.
 */
export async function putInOrder(trx: Trx, ownerId: number, ids: readonly number[]): Promise<void> {
  await lockProfile(trx, ownerId)
  const own = await trx
    .selectFrom('photos')
    .select('id')
    .where('account_id', '=', ownerId)
    .where('removed_at', 'is', null)
    .execute()
  const named = new Set(ids)
  if (
    named.size !== ids.length ||
    own.length !== ids.length ||
    !own.every(({ id }) => named.has(id))
  ) {
    throw new ApiError(
      'conflict',
      'Your photos have changed meanwhile, perhaps in another tab. Their order was not changed.',
    )
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

/**
 * Changes places with the neighbour before (-1) or after (1); at the end of the list it stays.
 * Throws `notFound`.
 */
export async function movePhoto(
  trx: Trx,
  ownerId: number,
  photoId: number,
  by: -1 | 1,
): Promise<void> {
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

export type EditedPhoto = {
  edit: Edit
  photo: Made | null
  card: Made | null
  originalKey: string | null
  at: Date
}

/**
 * Null as `photo` keeps the renditions, as `card` those of an unchanged part. A refused photo, and
 * one that shows more than what was approved, waits for staff again. Returns the row and the files
 * that it no longer needs. Throws `conflict` if the photo is no longer as `before`.
 */
export async function replaceRenditions(
  trx: Trx,
  before: PhotoRow,
  { edit, photo, card, originalKey, at }: EditedPhoto,
): Promise<{ row: PhotoRow; unused: string[] }> {
  await lockProfile(trx, before.account_id)
  const now = await ownPhoto(trx, before.account_id, before.id)
  if (
    now.key !== before.key ||
    now.card_key !== before.card_key ||
    now.original_key !== before.original_key
  ) {
    throw new ApiError(
      'conflict',
      'This photo was changed meanwhile, perhaps in another tab. Please look at it again.',
    )
  }
  const needsCheck =
    now.rejected_at !== null || !holds(now.checked_crop, uprightCrop(edit.crop, edit.turns))
  const keepsCard = card === null && edit.card !== null
  await trx
    .updateTable('photos')
    .set({
      turns: edit.turns,
      crop: inJson(edit.crop),
      card_crop: inJson(edit.card),
      ...(photo === null
        ? {}
        : {
            key: photo.key,
            width: photo.width,
            height: photo.height,
            placeholder: photo.placeholder,
          }),
      ...(keepsCard
        ? {}
        : {
            card_key: card?.key ?? null,
            card_width: card?.width ?? null,
            card_height: card?.height ?? null,
            card_placeholder: card?.placeholder ?? null,
          }),
      ...(originalKey === null ? {} : { original_key: originalKey }),
      ...(photo === null && card === null ? {} : { renditions_due_at: at }),
      ...(needsCheck
        ? {
            approved_at: null,
            approved_by: null,
            rejected_at: null,
            rejected_by: null,
            reject_reason: null,
          }
        : {}),
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

export function inJson(crop: Crop | null): string | null {
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
  // A photo that can no longer be shown first goes last, so that the next one is first also in its
  // owner's list.
  const steps = change.isPrivate === true && before.is_primary
  await trx
    .updateTable('photos')
    .set({
      description: change.description ?? before.description,
      is_private: change.isPrivate ?? before.is_private,
    })
    .$if(steps, (update) =>
      update.set({
        position: sql<number>`(select max(position) + 1 from photos where account_id = ${ownerId})`,
      }),
    )
    .where('id', '=', photoId)
    .execute()
  await updatePrimary(trx, ownerId)
  return ownPhoto(trx, ownerId, photoId)
}

export async function ownPhoto(trx: Db | Trx, ownerId: number, photoId: number): Promise<PhotoRow> {
  const own = trx
    .selectFrom('photos')
    .selectAll()
    .where('id', '=', photoId)
    .where('account_id', '=', ownerId)
  const photo = await own.where('removed_at', 'is', null).executeTakeFirst()
  if (!photo) throw new ApiError('notFound')
  return photo
}

/**
 * The first photo that everybody may see is primary. Every change to photos locks the profile first
 * and calls this last, so that concurrent changes see each other's.
 */
export async function updatePrimary(trx: Trx, ownerId: number): Promise<void> {
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
  if (first)
    await trx.updateTable('photos').set({ is_primary: true }).where('id', '=', first.id).execute()
  await setMainPhoto(trx, ownerId, first?.id ?? null)
}
