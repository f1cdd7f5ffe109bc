import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import type { DecisionRow } from '../decisions.sql.ts'
import type { Act } from '../decisions.ts'
import type { AppealOutcome } from '../statements/statements.ts'

/** What opens an account once a second person agrees to the decision with this id. */
export type Proposed = {
  outcome: 'overturn' | 'adjust'
  days: number | null
  note: string
  decisionId: number
}

export type Appeal = {
  id: number
  decisionId: number
  accountId: number
  words: string
  madeAt: Date
  outcome: AppealOutcome | null
  /** Also of one that was refused since. */
  proposed: Proposed | null
}

function appeals(db: Db | Trx) {
  return db
    .selectFrom('appeals')
    .select([
      'id',
      'decision_id as decisionId',
      'account_id as accountId',
      'words',
      'made_at as madeAt',
      'outcome',
      'answer as proposed',
    ])
}

/** Null if there is an objection to the decision already. */
export async function insertAppeal(
  trx: Trx,
  made: { decisionId: number; accountId: number; words: string; at: Date },
): Promise<number | null> {
  const row = await trx
    .insertInto('appeals')
    .values({
      decision_id: made.decisionId,
      account_id: made.accountId,
      words: made.words,
      made_at: made.at,
    })
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

/** Of objections, what was decided. */
export async function actsOfAppeals(db: Db, ids: readonly number[]): Promise<Map<number, Act>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('appeals')
    .innerJoin('decisions', 'decisions.id', 'decision_id')
    .select(['appeals.id', 'act'])
    .where('appeals.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, act }) => [id, act as Act]))
}

export async function endAppeal(
  trx: Trx,
  id: number,
  end: { outcome: AppealOutcome; note: string; by: number; at: Date },
): Promise<void> {
  await trx
    .updateTable('appeals')
    .set({ outcome: end.outcome, note: end.note, decided_by: end.by, decided_at: end.at })
    .where('id', '=', id)
    .execute()
}

export async function propose(trx: Trx, id: number, answer: Proposed): Promise<void> {
  await trx
    .updateTable('appeals')
    .set({ answer: JSON.stringify(answer) })
    .where('id', '=', id)
    .execute()
}

/** Objections that these decisions would answer, by decision. */
export async function objectionsAnsweredBy(
  db: Db | Trx,
  decisions: readonly DecisionRow[],
): Promise<Map<number, Appeal & { proposed: Proposed }>> {
  const about = decisions.flatMap(({ act, reverses }) =>
    act === 'restore' && reverses !== null ? [reverses] : [],
  )
  if (about.length === 0) return new Map()
  const rows = await appeals(db)
    .where('decision_id', 'in', about)
    .where('outcome', 'is', null)
    .execute()
  const ids = new Set(decisions.map(({ id }) => id))
  return new Map(
    rows.flatMap(({ proposed, ...row }) =>
      proposed && ids.has(proposed.decisionId) ? [[proposed.decisionId, { ...row, proposed }]] : [],
    ),
  )
}

/** Whether an objection of somebody waits to a decision that rests on a report. */
export async function isReportObjected(
  trx: Trx,
  accountId: number,
  reportId: number,
): Promise<boolean> {
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
