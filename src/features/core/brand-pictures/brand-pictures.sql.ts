import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'

export type BrandPicture = {
  id: number
  /** Null: of all brands. */
  brand: string | null
  name: string
  alt: string
  key: string
  width: number
  height: number
  version: number
}

export type KeptPicture = BrandPicture & {
  addedAt: Date
  addedBy: number
  changedAt: Date | null
  changedBy: number | null
}

export type PictureFile = { key: string; digest: string; width: number; height: number }

const columns = ['id', 'brand', 'name', 'alt', 'key', 'width', 'height', 'version'] as const
const MOST = 1000

/** The newest first. */
export async function keptPictures(db: Db): Promise<KeptPicture[]> {
  return db
    .selectFrom('brand_pictures')
    .select([
      ...columns,
      'added_at as addedAt',
      'added_by as addedBy',
      'changed_at as changedAt',
      'changed_by as changedBy',
    ])
    .orderBy('id', 'desc')
    .limit(sql.lit(MOST))
    .execute()
}

export async function brandPicturesById(
  db: Db | Trx,
  ids: readonly number[],
): Promise<Map<number, BrandPicture>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('brand_pictures')
    .select(columns)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * The picture, until the end of the transaction neither removed (`share`) nor used anew (`update`);
 * undefined where it was removed before.
 */
export async function lockBrandPicture(
  trx: Trx,
  id: number,
  how: 'share' | 'update',
): Promise<BrandPicture | undefined> {
  const query = trx.selectFrom('brand_pictures').select(columns).where('id', '=', id)
  return (how === 'share' ? query.forShare() : query.forUpdate()).executeTakeFirst()
}

type Act = { by: number; at: Date }

/** Publishers change pictures one after the other: what one of them read holds until it commits. */
export async function lockBrandPictures(trx: Trx): Promise<void> {
  await sql`lock table brand_pictures in share row exclusive mode`.execute(trx)
}

/** The picture that this file is of, among those of a brand, or of all where it is null. */
export async function pictureOfFile(
  trx: Trx,
  brand: string | null,
  digest: string,
): Promise<{ id: number; name: string } | undefined> {
  return trx
    .selectFrom('brand_pictures')
    .select(['id', 'name'])
    .where('brand', 'is not distinct from', brand)
    .where('digest', '=', digest)
    .executeTakeFirst()
}

export async function insertBrandPicture(
  trx: Trx,
  picture: PictureFile & { brand: string | null; name: string; alt: string },
  { by, at }: Act,
): Promise<number> {
  const { id } = await trx
    .insertInto('brand_pictures')
    .values({ ...picture, added_at: at, added_by: by })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function changeBrandPicture(
  trx: Trx,
  id: number,
  { file, ...words }: { name: string; alt: string; file: PictureFile | null },
  { by, at }: Act,
): Promise<void> {
  await trx
    .updateTable('brand_pictures')
    .set((of) => ({
      ...words,
      ...file,
      version: of('version', '+', 1),
      changed_at: at,
      changed_by: by,
    }))
    .where('id', '=', id)
    .execute()
}

export async function deleteBrandPicture(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('brand_pictures').where('id', '=', id).execute()
}

export async function brandPicturesThatExist(
  db: Db,
  keys: readonly string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('brand_pictures')
    .select('key')
    .where('key', 'in', keys)
    .execute()
  return new Set(rows.map(({ key }) => key))
}

export function storedBrandPictures(db: Db, after: number, most: number) {
  return db
    .selectFrom('brand_pictures')
    .select(['id', 'key', sql.lit(1).as('files')])
    .where('id', '>', after)
    .orderBy('id')
    .limit(sql.lit(most))
    .execute()
}
