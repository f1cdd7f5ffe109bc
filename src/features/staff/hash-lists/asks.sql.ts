import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'

export type Ask = {
  id: number
  pictureId: number
  reason: string
  askedBy: number
  askedAt: Date
  expiresAt: Date
  outcome: 'approved' | 'refused' | 'expired' | null
  /** Until when whoever asked may look; null where nobody has agreed. */
  opensUntil: Date | null
}

function asks(db: Db | Trx) {
  return db
    .selectFrom('preserved_asks')
    .select([
      'id',
      'picture_id as pictureId',
      'reason',
      'asked_by as askedBy',
      'asked_at as askedAt',
      'expires_at as expiresAt',
      'outcome',
    ])
    .select('opens_until as opensUntil')
}

/** Null where one's own ask about the copy waits already. One whose time is over ends. */
export async function insertAsk(
  trx: Trx,
  {
    pictureId,
    reason,
    by,
    at,
    expiresAt,
  }: { pictureId: number; reason: string; by: number; at: Date; expiresAt: Date },
): Promise<number | null> {
  await trx
    .updateTable('preserved_asks')
    .set({ outcome: 'expired' })
    .where('picture_id', '=', pictureId)
    .where('asked_by', '=', by)
    .where('outcome', 'is', null)
    .where('expires_at', '<=', at)
    .execute()
  const made = await trx
    .insertInto('preserved_asks')
    .values({ picture_id: pictureId, reason, asked_by: by, asked_at: at, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict.columns(['picture_id', 'asked_by']).where('outcome', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return made?.id ?? null
}

export async function askById(db: Db | Trx, id: number): Promise<Ask | undefined> {
  return asks(db).where('id', '=', id).executeTakeFirst()
}

/** What waits for a second lead, the one that ends first before the others. */
export async function openAsks(db: Db, at: Date, most: number): Promise<Ask[]> {
  return asks(db)
    .where('outcome', 'is', null)
    .where('expires_at', '>', at)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(sql.lit(most))
    .execute()
}

/** What somebody asked and may look at now. */
export async function asksOpenTo(db: Db, staffId: number, at: Date): Promise<Ask[]> {
  return asks(db)
    .where('asked_by', '=', staffId)
    .where('opens_until', '>', at)
    .orderBy('id')
    .execute()
}

/**
 * Answers an ask that waits; of several who answer at the same moment one does, and false is for
 * the others.
 */
export async function answerAsk(
  trx: Trx,
  id: number,
  answer: { outcome: 'approved' | 'refused'; by: number; at: Date; opensUntil: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('preserved_asks')
    .set({
      outcome: answer.outcome,
      answered_by: answer.by,
      answered_at: answer.at,
      opens_until: answer.opensUntil,
    })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .where('expires_at', '>', answer.at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
