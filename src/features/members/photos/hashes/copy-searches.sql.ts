import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { rowsOf } from '#db/rows-of.ts'

/**
 * `doneTo`: the last photo that was compared; `askedAt`: which request it is, for it can be made
 * anew while it is worked at.
 */
export type CopySearch = { photoId: number; doneTo: number; askedAt: Date }

export async function askForCopies(trx: Trx, photoIds: readonly number[], at: Date): Promise<void> {
  if (photoIds.length === 0) return
  await sql`
    insert into copy_searches (photo_id, asked_at) select value::bigint, ${at} from ${rowsOf(photoIds)} as given
    on conflict (photo_id) do update set done_to = 0,
      asked_at = greatest(excluded.asked_at, copy_searches.asked_at + interval '1 millisecond')`.execute(
    trx,
  )
}

/** Those that were asked for first. */
export async function copySearches(db: Db, most: number): Promise<CopySearch[]> {
  return db
    .selectFrom('copy_searches')
    .select(['photo_id as photoId', 'done_to as doneTo', 'asked_at as askedAt'])
    .orderBy('asked_at')
    .limit(sql.lit(most))
    .execute()
}

/** What its files are found by: they are kept as long as it can be given back. */
export async function removedPhoto(db: Db, id: number) {
  return db
    .selectFrom('photos')
    .select(['id', 'account_id', 'key', 'original_key', 'width', 'height'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Not of a request that was made anew since. */
export async function noteCopiesSearched(
  db: Db,
  { photoId, askedAt }: CopySearch,
  doneTo: number,
): Promise<void> {
  await db
    .updateTable('copy_searches')
    .set({ done_to: sql<number>`greatest(done_to, ${doneTo}::bigint)` })
    .where('photo_id', '=', photoId)
    .where('asked_at', '=', askedAt)
    .execute()
}

/** As `noteCopiesSearched`: a new request is another search. */
export async function endCopySearch(db: Db, { photoId, askedAt }: CopySearch): Promise<void> {
  await db
    .deleteFrom('copy_searches')
    .where('photo_id', '=', photoId)
    .where('asked_at', '=', askedAt)
    .execute()
}
