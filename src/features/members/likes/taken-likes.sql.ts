import { sql } from 'kysely'
import type { Scope } from '#api/member.server.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { deleteSome } from '#db/delete-some.server.ts'
import { later, MINUTE } from '#lib/clock.ts'
import { partsLiked } from './parts.sql.ts'

/** Pages offer ten seconds; a slow line takes longer. */
const UNDO_PERIOD = MINUTE

/** Of a like that is about to be taken back. The caller holds the pair's lock. */
export async function keepTaken(trx: Trx, { member, at }: Scope, likedId: number): Promise<void> {
  const liked = sql<number>`${likedId}::bigint`
  await trx
    .insertInto('taken_likes')
    .columns(['liker_id', 'liked_id', 'liked_at', 'matched_at', 'parts', 'taken_at'])
    .expression((from) =>
      from
        .selectFrom('likes')
        .leftJoin('matches', (join) =>
          join
            .on('low_id', '=', sql<number>`least(liker_id, liked_id)`)
            .on('high_id', '=', sql<number>`greatest(liker_id, liked_id)`),
        )
        .select(['liker_id', 'liked_id', 'likes.created_at', 'matches.created_at as matched_at'])
        .select(sql<string>`${partsLiked(sql`${member.id}::bigint`, liked)}::jsonb`.as('parts'))
        .select(sql<Date>`${at}::timestamptz`.as('taken_at'))
        .where('liker_id', '=', member.id)
        .where('liked_id', '=', likedId),
    )
    .onConflict((conflict) =>
      conflict.columns(['liker_id', 'liked_id']).doUpdateSet({
        liked_at: sql`excluded.liked_at`,
        matched_at: sql`excluded.matched_at`,
        parts: sql`excluded.parts`,
        taken_at: sql`excluded.taken_at`,
      }),
    )
    .execute()
}

/** What was taken back a moment ago, for a like that is given again; it is kept no longer. */
export async function takenJustNow(trx: Trx, { member, at }: Scope, likedId: number) {
  const taken = await trx
    .deleteFrom('taken_likes')
    .where('liker_id', '=', member.id)
    .where('liked_id', '=', likedId)
    .returning(['liked_at', 'matched_at', 'parts', 'taken_at'])
    .executeTakeFirst()
  return taken && taken.taken_at >= later(at, -UNDO_PERIOD) ? taken : null
}

export function sweepTaken(db: Db, at: Date, most: number): Promise<number> {
  return deleteSome(db, 'taken_likes', sql.ref('taken_at'), later(at, -UNDO_PERIOD), most)
}
