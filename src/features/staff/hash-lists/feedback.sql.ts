import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import { hasTakenEffect } from '../decisions/decisions.sql.ts'
import type { FeedbackVerdict } from './feedback.ts'

type ListedHash = { list: string; kind: 'sha256' | 'pdq'; hash: Uint8Array }
export type Feedback = ListedHash & {
  id: number
  decisionId: number
  verdict: FeedbackVerdict
  at: Date
}

export async function queueFeedback(
  trx: Trx,
  {
    decisionId,
    verdict,
    hashes,
    at,
  }: { decisionId: number; verdict: FeedbackVerdict; hashes: readonly ListedHash[]; at: Date },
): Promise<void> {
  if (hashes.length === 0) return
  await trx
    .insertInto('list_feedback')
    .values(
      hashes.map(({ list, kind, hash }) => ({
        decision_id: decisionId,
        list,
        kind,
        hash,
        verdict,
        queued_at: at,
      })),
    )
    .execute()
}

/** What nobody has released or discarded. */
export async function dropFeedback(trx: Trx, decisionId: number): Promise<void> {
  await trx
    .deleteFrom('list_feedback')
    .where('decision_id', '=', decisionId)
    .where('outcome', 'is', null)
    .execute()
}

/**
 * Of a decision that is taken back: lists are told that a match was wrong that it had confirmed.
 */
export async function contradictFeedback(trx: Trx, decisionId: number, at: Date): Promise<void> {
  const confirmed = await trx
    .selectFrom('list_feedback')
    .select(['list', 'kind', 'hash'])
    .where('decision_id', '=', decisionId)
    .where('verdict', '=', sql.lit('confirmed'))
    .orderBy('id')
    .execute()
  await dropFeedback(trx, decisionId)
  await queueFeedback(trx, { decisionId, verdict: 'wrong', hashes: confirmed, at })
}

function feedback(db: Db) {
  return db
    .selectFrom('list_feedback')
    .select([
      'id',
      'decision_id as decisionId',
      'list',
      'kind',
      'hash',
      'verdict',
      'queued_at as at',
    ])
    .where(hasTakenEffect(sql.ref('list_feedback.decision_id')))
}

/** What waits for a decision of a lead, of decisions that have taken effect. */
export async function waitingFeedback(db: Db, most: number): Promise<Feedback[]> {
  return feedback(db).where('outcome', 'is', null).orderBy('id').limit(sql.lit(most)).execute()
}

/** What is released and not marked as sent. */
export async function releasedFeedback(db: Db, most: number): Promise<Feedback[]> {
  return feedback(db)
    .where('outcome', '=', sql.lit('released'))
    .where('sent_at', 'is', null)
    .orderBy('id')
    .limit(sql.lit(most))
    .execute()
}

/** Decides about those of these rows that still wait, which it returns. */
export async function decideFeedback(
  trx: Trx,
  ids: readonly number[],
  { outcome, by, at }: { outcome: 'released' | 'discarded'; by: number; at: Date },
): Promise<number[]> {
  const rows = await trx
    .updateTable('list_feedback')
    .set({ outcome, decided_by: by, decided_at: at })
    .where('id', 'in', [...ids])
    .where('outcome', 'is', null)
    .where(hasTakenEffect(sql.ref('list_feedback.decision_id')))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Marks those of these rows that are released and not marked, which it returns. */
export async function markSent(
  trx: Trx,
  ids: readonly number[],
  { by, at }: { by: number; at: Date },
): Promise<number[]> {
  const rows = await trx
    .updateTable('list_feedback')
    .set({ sent_by: by, sent_at: at })
    .where('id', 'in', [...ids])
    .where('outcome', '=', sql.lit('released'))
    .where('sent_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
