import { type Expression, type Selectable, sql } from 'kysely'
import type { Picture } from '#core/people/pictures/pictures.contract.ts'
import { isShownToFew } from '#core/people/shown-to/shown-to.sql.ts'
import { compiledOnce } from '#db/compiled-once.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { mostOf, rowsIn } from '#db/rows-of.ts'
import type { Database } from '#db/schema.ts'
import { isGrantedTo } from './access/access.sql.ts'
import { type PhotoViewer, photoOf, pictureOf } from './files/addresses.server.ts'
import type { Photo } from './own/photos.contract.ts'

export type PhotoRow = Selectable<Database['photos']>

const cardPhotos = compiledOnce(
  (
    db,
    { viewerId, at, accountIds }: { viewerId: number; at: Date; accountIds: string },
    most: number,
  ) =>
    db
      .selectFrom(rowsIn(accountIds, most).as('owners'))
      .innerJoinLateral(
        cardPhoto(db, { id: viewerId, at }, sql<number>`owners.value::bigint`).as('photo'),
        (join) => join.onTrue(),
      )
      .select([
        'photo.id',
        'photo.account_id',
        'photo.key',
        'photo.width',
        'photo.height',
        'photo.placeholder',
        'photo.description',
      ])
      .select(['photo.is_private', 'photo.is_shown_to_few', 'photo.approved_at']),
)

/**
 * The primary photo of each member, otherwise a private one granted to the viewer: for their
 * avatars.
 */
export async function picturesOf(
  db: Db | Trx,
  accountIds: readonly number[],
  viewer: PhotoViewer,
): Promise<Map<number, Picture>> {
  if (accountIds.length === 0) return new Map()
  const rows = await cardPhotos(
    db,
    { viewerId: viewer.id, at: viewer.at, accountIds: JSON.stringify(accountIds) },
    mostOf(accountIds),
  )
  return new Map(rows.map((row) => [row.account_id, pictureOf(row, viewer)]))
}

/** With the part that its owner chose for cards, if any. */
export function cardPhoto(
  db: Db | Trx,
  viewer: Pick<PhotoViewer, 'id' | 'at'>,
  owner: Expression<number>,
  ofFew?: Expression<boolean>,
) {
  return visiblePhotos(db, viewer, ofFew)
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
export async function publicCardOf(
  db: Db,
  ownerId: number,
): Promise<{ key: string; width: number; height: number } | null> {
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
export async function photosOf(
  db: Db | Trx,
  viewer: PhotoViewer,
  ownerId: number,
): Promise<Photo[]> {
  const rows = await photosInOrder(db, viewer, ownerId).execute()
  return rows.map((row) => photoOf(row, viewer))
}

/** The rows of `photosOf`, to be read within another statement. */
export function photosInOrder(
  db: Db | Trx,
  viewer: Pick<PhotoViewer, 'id' | 'at'>,
  ownerId: number,
) {
  return visiblePhotos(db, viewer)
    .select(['key', 'width', 'height', 'placeholder'])
    .where('photos.account_id', '=', ownerId)
    .orderBy('photos.is_primary', 'desc')
    .orderBy('photos.position')
    .orderBy('photos.id')
}

/** Of these photos those that the viewer may see, whose owner the caller knows to be visible. */
export async function picturesWithIds(
  db: Db | Trx,
  viewer: PhotoViewer,
  ids: readonly number[],
): Promise<Map<number, Picture>> {
  if (ids.length === 0) return new Map()
  const rows = await visiblePhotos(db, viewer)
    .select(['key', 'width', 'height', 'placeholder'])
    .where('photos.id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, pictureOf(row, viewer)]))
}

/**
 * Whether a photo is the owner's and the viewer may see it; the caller checks whether the owner is
 * visible.
 */
export async function mayShowPhoto(
  db: Db | Trx,
  viewer: Pick<PhotoViewer, 'id' | 'at'>,
  ownerId: number,
  photoId: number,
): Promise<boolean> {
  const row = await visiblePhotos(db, viewer)
    .where('photos.id', '=', photoId)
    .where('photos.account_id', '=', ownerId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Approved, and public, granted to the viewer, or the viewer's own. `ofFew`: whether not everybody
 * may see the owner, where the query has read that.
 */
export function visiblePhotos(
  db: Db | Trx,
  viewer: Pick<PhotoViewer, 'id' | 'at'>,
  ofFew: Expression<boolean> = isShownToFew(sql.ref('photos.account_id')),
) {
  return db
    .selectFrom('photos')
    .select(['id', 'account_id', 'description', 'is_private', 'approved_at'])
    .select(sql<boolean>`${ofFew}`.as('is_shown_to_few'))
    .where('photos.approved_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('photos.is_private', '=', sql.lit(false)),
        eb('photos.account_id', '=', viewer.id),
        isGrantedTo(viewer.id, viewer.at, sql.ref('photos.account_id')),
      ]),
    )
}

/** Of these photos those that were not removed. */
export async function photosById(db: Db | Trx, ids: readonly number[]): Promise<PhotoRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('photos')
    .selectAll()
    .where('id', 'in', ids)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** By the key of a rendition, of the part on cards, or of the original. */
export async function photoByKey(
  db: Db | Trx,
  key: string,
): Promise<{ id: number; account_id: number } | undefined> {
  for (const column of ['key', 'card_key', 'original_key'] as const) {
    const row = await db
      .selectFrom('photos')
      .select(['id', 'account_id'])
      .where(column, '=', key)
      .executeTakeFirst()
    if (row) return row
  }
  return undefined
}

export async function hasPhoto(db: Db, key: string): Promise<boolean> {
  return (
    (await db.selectFrom('photos').select('id').where('key', '=', key).executeTakeFirst()) !==
    undefined
  )
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
  const rows = await having('key')
    .unionAll(having('card_key'))
    .unionAll(having('original_key'))
    .unionAll(held)
    .execute()
  return new Set(rows.map(({ found }) => found))
}

/** Photos with the keys of their files, in order of their numbers. */
export function storedPhotos(db: Db, after: number, most: number) {
  return db
    .selectFrom('photos')
    .select([
      'id',
      'key',
      'width',
      'height',
      'card_key',
      'card_width',
      'card_height',
      'original_key',
      'renditions_due_at',
    ])
    .where('id', '>', after)
    .orderBy('id')
    .limit(sql.lit(most))
    .execute()
}

/** The photo that everybody sees first, if there is one. */
export async function mainPhoto(
  db: Db | Trx,
  ownerId: number,
): Promise<{ id: number } | undefined> {
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
