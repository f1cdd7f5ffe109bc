import { sql } from 'kysely'
import { isAccountOpen } from '#core/accounts/standing/account-status.sql.ts'
import { isShownToFew } from '#core/people/shown-to/shown-to.sql.ts'
import { compiledOnce } from '#db/compiled-once.ts'
import type { Db } from '#db/connection.server.ts'
import type { Database } from '#db/schema.ts'
import { isGrantedTo } from '../access/access.sql.ts'
import { isCardKey } from '../photos.ts'

type Viewer = { id: number; brand: string; at: Date }
type SeenPhoto = {
  ownerId: number
  isApproved: boolean
  isPrivate: boolean
  isShownToFew: boolean
  isKnown: boolean
  isGranted: boolean
  isRemoved: boolean
}

const find = { key: finder('key'), card: finder('card_key'), original: finder('original_key') }

export async function photoSeenBy(db: Db, key: string, viewer: Viewer): Promise<SeenPhoto | null> {
  return photoOf(db, isCardKey(key) ? find.card : find.key, key, viewer)
}

export async function originalSeenBy(
  db: Db,
  key: string,
  viewer: Viewer,
): Promise<SeenPhoto | null> {
  return photoOf(db, find.original, key, viewer)
}

async function photoOf(
  db: Db,
  look: (typeof find)['key'],
  key: string,
  { id, brand, at }: Viewer,
): Promise<SeenPhoto | null> {
  const [row] = await look(db, { key, viewerId: id, brandId: brand, at })
  return row ?? null
}

/**
 * One statement for each picture: the photo of somebody who is not gone, and how the viewer stands
 * to its owner.
 */
function finder(column: 'key' | 'card_key' | 'original_key') {
  return compiledOnce(
    (
      db,
      { key, viewerId, brandId, at }: { key: string; viewerId: number; brandId: string; at: Date },
    ) =>
      db
        .selectFrom('photos')
        .select((eb) => [
          'photos.account_id as ownerId',
          sql<boolean>`photos.approved_at is not null`.as('isApproved'),
          'photos.is_private as isPrivate',
          sql<boolean>`photos.removed_at is not null`.as('isRemoved'),
          isShownToFew(sql.ref('photos.account_id')).as('isShownToFew'),
          eb
            .exists(
              eb
                .selectFrom(
                  sql<Database['present_profiles']>`known_to(${viewerId}, ${brandId})`.as('known'),
                )
                .select('known.account_id')
                .whereRef('known.account_id', '=', 'photos.account_id'),
            )
            .$castTo<boolean>()
            .as('isKnown'),
          isGrantedTo(viewerId, at, sql.ref('photos.account_id')).as('isGranted'),
        ])
        .where(`photos.${column}`, '=', key)
        .where(isAccountOpen(sql.ref('photos.account_id'))),
  )
}

/**
 * Its owner: also what was cropped off. Staff have no way here: a photo that members may not see is
 * a part of the page of a task about it.
 */
export function maySeeOriginal(photo: SeenPhoto, viewer: Viewer): boolean {
  return viewer.id === photo.ownerId && !photo.isRemoved
}

/** Since the address was made, a grant may have ended, or one of the two blocked the other. */
export function maySee(photo: SeenPhoto, viewer: Viewer): boolean {
  return (
    maySeeOriginal(photo, viewer) ||
    (photo.isApproved && photo.isKnown && (!photo.isPrivate || photo.isGranted))
  )
}
