import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/connection.server.ts'
import { rowsOf } from '../../../db/rows-of.ts'

/** `doneTo`: the last photo that was compared. */
export type CopySearch = { photoId: number; doneTo: number }

export async function askForCopies(trx: Trx, photoIds: readonly number[], at: Date): Promise<void> {
  if (photoIds.length === 0) return
  await sql`
    insert into copy_searches (photo_id, asked_at) select value::bigint, ${at} from ${rowsOf(photoIds)} as given
    on conflict (photo_id) do update set done_to = 0, asked_at = excluded.asked_at`.execute(trx)
}

/** Those that were asked for first. */
export async function copySearches(db: Db, most: number): Promise<CopySearch[]> {
  return db.selectFrom('copy_searches').select(['photo_id as photoId', 'done_to as doneTo']).orderBy('asked_at').limit(sql.lit(most)).execute()
}

/** What its files are found by: they are kept as long as it can be given back. */
export async function removedPhoto(db: Db, id: number) {
  return db.selectFrom('photos').select(['id', 'account_id', 'key', 'original_key', 'width', 'height']).where('id', '=', id).executeTakeFirst()
}

export async function noteCopiesSearched(db: Db, photoId: number, doneTo: number): Promise<void> {
  await db
    .updateTable('copy_searches')
    .set({ done_to: sql<number>`greatest(done_to, ${doneTo}::bigint)` })
    .where('photo_id', '=', photoId)
    .execute()
}

export async function endCopySearch(db: Db, photoId: number): Promise<void> {
  await db.deleteFrom('copy_searches').where('photo_id', '=', photoId).execute()
}
