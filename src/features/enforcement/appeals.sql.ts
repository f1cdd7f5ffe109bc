import { sql } from 'kysely'
import type { Db, Trx } from '../../db/connection.server.ts'
import type { AppealOutcome } from './statements.ts'

export type Appeal = { id: number; decisionId: number; accountId: number; words: string; madeAt: Date; outcome: AppealOutcome | null }

function appeals(db: Db | Trx) {
  return db.selectFrom('appeals').select(['id', 'decision_id as decisionId', 'account_id as accountId', 'words', 'made_at as madeAt', 'outcome'])
}

/** Null if there is an objection to the decision already. */
export async function insertAppeal(trx: Trx, made: { decisionId: number; accountId: number; words: string; at: Date }): Promise<number | null> {
  const row = await trx
    .insertInto('appeals')
    .values({ decision_id: made.decisionId, account_id: made.accountId, words: made.words, made_at: made.at })
    .onConflict((conflict) => conflict.column('decision_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function appealById(db: Db | Trx, id: number): Promise<Appeal | undefined> {
  return appeals(db).where('id', '=', id).executeTakeFirst()
}

export async function appealAbout(db: Db | Trx, decisionId: number): Promise<Appeal | undefined> {
  return appeals(db).where('decision_id', '=', decisionId).executeTakeFirst()
}

export async function endAppeal(trx: Trx, id: number, end: { outcome: AppealOutcome; note: string; by: number; at: Date }): Promise<void> {
  await trx.updateTable('appeals').set({ outcome: end.outcome, note: end.note, decided_by: end.by, decided_at: end.at }).where('id', '=', id).execute()
}

/** Whether an objection of somebody waits to a decision that rests on a report. */
export async function isReportObjected(trx: Trx, accountId: number, reportId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('appeals')
    .innerJoin('decisions', 'decisions.id', 'appeals.decision_id')
    .select('appeals.id')
    .where('appeals.account_id', '=', accountId)
    .where('appeals.outcome', 'is', null)
    .where('report_id', '=', reportId)
    .limit(sql.lit(1))
    .executeTakeFirst()
  return row !== undefined
}
