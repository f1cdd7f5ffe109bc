import { sql } from 'kysely'
import type { OwnCount } from '#api/own-counts.server.ts'
import { compiledOnce } from '#db/compiled-once.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import type { Act } from '../decisions.ts'
import type { Noticed } from './own-decisions.ts'

type OwnDecision = { id: number; act: Act; at: Date; reversedAt: Date | null }

/** Those that took effect. One of no breach would tell of a report. */
function tellableDecisions(db: Db | Trx, accountId: number) {
  return db
    .selectFrom('decisions')
    .where('account_id', '=', accountId)
    .where('took_effect_at', 'is not', null)
    .where('act', 'not in', ['none', 'restore'])
}

export const decisionCount: OwnCount = {
  name: 'decisions',
  rows: (db, { accountId }) => tellableDecisions(db, accountId).select('id'),
}

/** The latest first. */
export async function ownDecisions(
  db: Db,
  accountId: number,
  most: number,
): Promise<OwnDecision[]> {
  return tellableDecisions(db, accountId)
    .select([
      'id',
      sql<Act>`act`.as('act'),
      sql<Date>`took_effect_at`.as('at'),
      'reversed_at as reversedAt',
    ])
    .orderBy('id', 'desc')
    .limit(sql.lit(most))
    .execute()
}

/** With what is taken back, the member need not read what had been decided. */
export async function addDecisionNotice(
  trx: Trx,
  notice: { accountId: number; decisionId: number; what: Noticed; at: Date },
): Promise<void> {
  const { accountId, decisionId, what, at } = notice
  await trx
    .insertInto('decision_notices')
    .values({ account_id: accountId, decision_id: decisionId, what, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (what === 'decided') return
  await trx
    .updateTable('decision_notices')
    .set({ seen_at: at })
    .where('decision_id', '=', decisionId)
    .where('what', '=', sql.lit('decided'))
    .where('seen_at', 'is', null)
    .execute()
}

const MOST_SHOWN = 5

const open = compiledOnce((db, { accountId }: { accountId: number }) =>
  db
    .selectFrom('decision_notices')
    .innerJoin('decisions', 'decisions.id', 'decision_notices.decision_id')
    .select([
      'decision_notices.id',
      'decision_id as decisionId',
      'what as about',
      sql<Act>`decisions.act`.as('act'),
      'decision_notices.at',
    ])
    .where('decision_notices.account_id', '=', accountId)
    .where('seen_at', 'is', null)
    .orderBy('decision_notices.id', 'desc')
    .limit(sql.lit(MOST_SHOWN)),
)

export function openDecisionNotices(
  db: Db,
  accountId: number,
): Promise<Array<{ id: number; decisionId: number; about: Noticed; act: Act; at: Date }>> {
  return open(db, { accountId })
}

export async function closeDecisionNotice(
  db: Db,
  accountId: number,
  id: number,
  at: Date,
): Promise<void> {
  await db
    .updateTable('decision_notices')
    .set({ seen_at: at })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('seen_at', 'is', null)
    .execute()
}
