import { sql } from 'kysely'
import { DAYS_A_YEAR } from '#api/erasure.server.ts'
import type { PictureSubject } from '#core/tasks/tasks.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { DAY, later } from '#lib/clock.ts'
import { hasTakenEffect } from '../decisions/decisions.sql.ts'

/** For how many days a copy is kept: US REPORT Act, 18 U.S.C. § 2258A(h). */
export const PRESERVED_DAYS = DAYS_A_YEAR

export type NewPicture = {
  decisionId: number
  ownerId: number
  kind: PictureSubject
  aboutId: number
  /** Of the file, without its suffix. */
  key: string
  sha256: Uint8Array | null
  pdq: Uint8Array | null
  /** Names of the lists that know it. */
  lists: readonly string[]
  by: number
  at: Date
}

export async function insertPicture(
  trx: Trx,
  { decisionId, ownerId, kind, aboutId, key, sha256, pdq, lists, by, at }: NewPicture,
): Promise<number> {
  const { id } = await trx
    .insertInto('preserved_pictures')
    .values({
      decision_id: decisionId,
      account_id: ownerId,
      about_kind: kind,
      about_id: aboutId,
      key,
      sha256,
      pdq,
      lists: [...lists],
      kept_by: by,
      kept_at: at,
      deleted_on: later(at, PRESERVED_DAYS * DAY),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Makes a copy due whose decision never takes effect: the job deletes file and row. False where
 * there is none.
 */
export async function dropPicture(trx: Trx, decisionId: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('preserved_pictures')
    .set({ deleted_on: at })
    .where('decision_id', '=', decisionId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function isPreserved(trx: Db | Trx, decisionId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('preserved_pictures')
    .select('id')
    .where('decision_id', '=', decisionId)
    .executeTakeFirst()
  return row !== undefined
}

function preserved(db: Db | Trx, at: Date) {
  return db
    .selectFrom('preserved_pictures')
    .select([
      'id',
      'decision_id as decisionId',
      'account_id as ownerId',
      'about_kind as kind',
      'key',
      'lists',
      'kept_by as keptBy',
      'kept_at as keptAt',
    ])
    .select('deleted_on as deletedOn')
    .where('deleted_on', '>', at)
    .where(hasTakenEffect(sql.ref('preserved_pictures.decision_id')))
}

/** Copies whose decision has taken effect, of others than `but`; the latest first. */
export async function preservedPictures(
  db: Db,
  { before, but, at, most }: { before: number | undefined; but: number; at: Date; most: number },
) {
  return preserved(db, at)
    .where('account_id', '<>', but)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(sql.lit(most))
    .execute()
}

export async function preservedById(db: Db | Trx, id: number, at: Date) {
  return preserved(db, at).where('id', '=', id).executeTakeFirst()
}

/** Keys of copies whose time is over, the first of them first. */
export async function picturesDue(db: Db, at: Date, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('preserved_pictures')
    .select('key')
    .where('deleted_on', '<=', at)
    .orderBy('deleted_on')
    .limit(sql.lit(most))
    .execute()
  return rows.map(({ key }) => key)
}

/** With what was asked about them. */
export async function deletePictures(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await db.deleteFrom('preserved_pictures').where('key', 'in', keys).execute()
}

export async function preservedThatExist(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('preserved_pictures')
    .select('key')
    .where('key', 'in', keys)
    .execute()
  return new Set(rows.map(({ key }) => key))
}

export function storedPreserved(db: Db, after: number, most: number) {
  return db
    .selectFrom('preserved_pictures')
    .select(['id', 'key', sql.lit(1).as('files')])
    .where('id', '>', after)
    .orderBy('id')
    .limit(sql.lit(most))
    .execute()
}
