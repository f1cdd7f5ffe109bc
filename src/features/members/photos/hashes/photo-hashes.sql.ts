import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { rowsOf } from '#db/rows-of.ts'
import { MIN_QUALITY } from './pdq.ts'
import type { PictureHashes } from './picture-hashes.server.ts'

export async function keepHashes(
  trx: Trx,
  {
    photoId,
    ownerId,
    hashes,
    at,
  }: { photoId: number; ownerId: number; hashes: PictureHashes; at: Date },
): Promise<void> {
  const { sha256, pdq, quality } = hashes
  await trx
    .insertInto('photo_hashes')
    .values({ photo_id: photoId, account_id: ownerId, sha256, pdq, quality, created_at: at })
    .onConflict((conflict) => conflict.column('photo_id').doNothing())
    .execute()
}

export type StoredHashes = {
  photoId: number
  accountId: number
  sha256: Uint8Array
  pdq: Uint8Array
  quality: number
}

export async function storedHashes(
  db: Db | Trx,
  photoId: number,
): Promise<StoredHashes | undefined> {
  return db
    .selectFrom('photo_hashes')
    .select(['photo_id as photoId', 'account_id as accountId', 'sha256', 'pdq', 'quality'])
    .where('photo_id', '=', photoId)
    .executeTakeFirst()
}

/** Hashes after a photo, in the order of the photos. */
export async function hashesAfter(db: Db, photoId: number, most: number): Promise<StoredHashes[]> {
  return db
    .selectFrom('photo_hashes')
    .select(['photo_id as photoId', 'account_id as accountId', 'sha256', 'pdq', 'quality'])
    .where('photo_id', '>', photoId)
    .orderBy('photo_id')
    .limit(sql.lit(most))
    .execute()
}

/** For the scan in memory: those that say something, in the order of their rows. */
export async function scannableAfter(
  db: Db | Trx,
  id: number,
  most: number,
): Promise<Array<{ id: number; key: number; hash: Uint8Array }>> {
  const page = db
    .selectFrom('photo_hashes')
    .select(['id', 'photo_id', 'pdq', 'quality'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(sql.lit(most))
  const rows = await page.execute()
  return rows.map(({ id: row, photo_id: key, pdq: hash }) => ({ id: row, key, hash }))
}

export type OtherPhoto = { photoId: number; accountId: number }

/** Photos of others with the very same pixels. */
export async function exactCopies(
  trx: Db | Trx,
  sha256: Uint8Array,
  ownerId: number,
  most: number,
): Promise<OtherPhoto[]> {
  return trx
    .selectFrom('photo_hashes')
    .select(['photo_id as photoId', 'account_id as accountId'])
    .where('sha256', '=', sha256)
    .where('account_id', '<>', ownerId)
    .orderBy('photo_id')
    .limit(sql.lit(most))
    .execute()
}

/** Of these photos those of others whose hash says something, as far as they are still there. */
export async function photosOfOthers(
  trx: Db | Trx,
  photoIds: readonly number[],
  ownerId: number,
): Promise<OtherPhoto[]> {
  if (photoIds.length === 0) return []
  return trx
    .selectFrom(rowsOf(photoIds).as('given'))
    .innerJoin('photo_hashes', (join) =>
      join.on('photo_hashes.photo_id', '=', sql<number>`given.value::bigint`),
    )
    .select(['photo_hashes.photo_id as photoId', 'photo_hashes.account_id as accountId'])
    .where('photo_hashes.account_id', '<>', ownerId)
    .where('photo_hashes.quality', '>=', sql.lit(MIN_QUALITY))
    .orderBy('photo_hashes.photo_id')
    .execute()
}
