import { sql } from 'kysely'
import type { Db, Trx } from '../../db/connection.server.ts'
import type { Judgement } from './blind-reviews.ts'

export type BlindReview = { id: number; decisionId: number; isOpen: boolean }

/** Null if the decision was drawn before. */
export async function insertBlindReview(trx: Trx, { decisionId, at }: { decisionId: number; at: Date }): Promise<number | null> {
  const row = await trx
    .insertInto('blind_reviews')
    .values({ decision_id: decisionId, drawn_at: at })
    .onConflict((conflict) => conflict.column('decision_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function blindReviewById(db: Db | Trx, id: number): Promise<BlindReview | undefined> {
  return db
    .selectFrom('blind_reviews')
    .select(['id', 'decision_id as decisionId', sql<boolean>`(reviewed_at is null and lapsed_at is null)`.as('isOpen')])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The caller holds its job, and has seen that it is open. */
export async function answerBlindReview(trx: Trx, id: number, answer: Judgement & { by: number; at: Date; agrees: boolean }): Promise<void> {
  const { act, policy, severity, by, at, agrees } = answer
  await trx.updateTable('blind_reviews').set({ act, policy, severity, reviewed_by: by, reviewed_at: at, agrees }).where('id', '=', id).execute()
}

/** Not one that was answered or has lapsed before. */
export async function lapseBlindReview(trx: Trx, id: number, at: Date): Promise<void> {
  await trx.updateTable('blind_reviews').set({ lapsed_at: at }).where('id', '=', id).where('reviewed_at', 'is', null).where('lapsed_at', 'is', null).execute()
}

/** Those that were drawn before a moment, and still wait; the first before the others. */
export async function waitingSince(db: Db, before: Date, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom('blind_reviews')
    .select('id')
    .where('reviewed_at', 'is', null)
    .where('lapsed_at', 'is', null)
    .where('drawn_at', '<=', before)
    .orderBy('drawn_at')
    .limit(sql.lit(most))
    .execute()
  return rows.map(({ id }) => id)
}

export type Differing = Judgement & { id: number; decisionId: number; by: number; at: Date }

/** Reviews that differ from their decision, the latest first, from before one on. */
export async function differingReviews(db: Db, { before, most }: { before: number | undefined; most: number }): Promise<Differing[]> {
  const rows = await db
    .selectFrom('blind_reviews')
    .select(['id', 'decision_id as decisionId'])
    .select([sql<Judgement['act']>`act`.as('act'), sql<Judgement['policy']>`policy`.as('policy'), sql<Judgement['severity']>`severity`.as('severity')])
    .select([sql<number>`reviewed_by`.as('by'), sql<Date>`reviewed_at`.as('at')])
    .where(sql<boolean>`not agrees`)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(sql.lit(most))
    .execute()
  return rows
}
