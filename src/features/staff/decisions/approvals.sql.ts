import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'

export type Approval = {
  id: number
  decisionId: number
  askedBy: number
  askedAt: Date
  expiresAt: Date
  outcome: 'approved' | 'refused' | 'expired' | null
}

function approvals(db: Db | Trx) {
  return db
    .selectFrom('approvals')
    .select([
      'id',
      'decision_id as decisionId',
      'asked_by as askedBy',
      'asked_at as askedAt',
      'expires_at as expiresAt',
      'outcome',
    ])
}

export async function insertApproval(
  trx: Trx,
  asked: { decisionId: number; askedBy: number; at: Date; expiresAt: Date },
): Promise<void> {
  const { decisionId, askedBy, at, expiresAt } = asked
  await trx
    .insertInto('approvals')
    .values({ decision_id: decisionId, asked_by: askedBy, asked_at: at, expires_at: expiresAt })
    .execute()
}

export async function approvalById(db: Db | Trx, id: number): Promise<Approval | undefined> {
  return approvals(db).where('id', '=', id).executeTakeFirst()
}

/** Whether somebody asked a second person to agree to a decision, or agreed to it. */
export async function hasApproved(
  db: Db | Trx,
  decisionId: number,
  staffId: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('approvals')
    .select('id')
    .where('decision_id', '=', decisionId)
    .where((eb) => eb.or([eb('asked_by', '=', staffId), eb('decided_by', '=', staffId)]))
    .limit(sql.lit(1))
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The tasks of staff whose decision waits for a second person: they are closed, and their time goes
 * on.
 */
export const tasksAwaitingSecond = sql<number>`
  select decisions.task_id from approvals join decisions on decisions.id = approvals.decision_id where approvals.outcome is null and decisions.task_id is not null`

export async function openApprovals(db: Db, at: Date, most: number): Promise<Approval[]> {
  return approvals(db)
    .where('outcome', 'is', null)
    .where('expires_at', '>', at)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(sql.lit(most))
    .execute()
}

export async function expiredApprovals(db: Db, at: Date, most: number): Promise<Approval[]> {
  return approvals(db)
    .where('outcome', 'is', null)
    .where('expires_at', '<=', at)
    .orderBy('expires_at')
    .limit(sql.lit(most))
    .execute()
}

/**
 * Ends a request that is open; false if it was ended before. `by` is null where its time is over or
 * it was withdrawn.
 */
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
