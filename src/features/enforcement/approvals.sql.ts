import { sql } from 'kysely'
import type { Db, Trx } from '../../db/connection.server.ts'

export type Approval = { id: number; decisionId: number; askedBy: number; askedAt: Date; expiresAt: Date; outcome: string | null }

function approvals(db: Db | Trx) {
  return db
    .selectFrom('approvals')
    .select(['id', 'decision_id as decisionId', 'asked_by as askedBy', 'asked_at as askedAt', 'expires_at as expiresAt', 'outcome'])
}

export async function insertApproval(trx: Trx, asked: { decisionId: number; askedBy: number; at: Date; expiresAt: Date }): Promise<void> {
  const { decisionId, askedBy, at, expiresAt } = asked
  await trx.insertInto('approvals').values({ decision_id: decisionId, asked_by: askedBy, asked_at: at, expires_at: expiresAt }).execute()
}

export async function approvalById(db: Db | Trx, id: number): Promise<Approval | undefined> {
  return approvals(db).where('id', '=', id).executeTakeFirst()
}

export async function openApprovals(db: Db, at: Date, most: number): Promise<Approval[]> {
  return approvals(db).where('outcome', 'is', null).where('expires_at', '>', at).orderBy('expires_at').limit(sql.lit(most)).execute()
}

export async function expiredApprovals(db: Db, at: Date, most: number): Promise<Approval[]> {
  return approvals(db).where('outcome', 'is', null).where('expires_at', '<=', at).orderBy('expires_at').limit(sql.lit(most)).execute()
}

/** Ends a request that is open; false if it was ended before. `by` is null where its time is over or it was withdrawn. */
export async function endApproval(
  trx: Trx,
  decisionId: number,
  end: { outcome: 'approved' | 'refused' | 'expired'; by: number | null; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('approvals')
    .set({ outcome: end.outcome, decided_by: end.by, decided_at: end.at })
    .where('decision_id', '=', decisionId)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
