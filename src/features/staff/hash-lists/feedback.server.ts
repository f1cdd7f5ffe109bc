import { type Handler, handle } from '../../../api/call.server.ts'
import { ApiError } from '../../../api/errors.ts'
import { recordAct } from '../../core/audit/audit.sql.ts'
import { assertLead } from '../../core/staff-accounts/roles.server.ts'
import {
  decideFeedback as decideEndpoint,
  getListFeedback,
  markFeedbackSent,
} from './feedback.contract.ts'
import { decideFeedback, markSent, releasedFeedback, waitingFeedback } from './feedback.sql.ts'
import { feedbackCsv, hexOf, MOST_AT_ONCE } from './feedback.ts'
import { PRESERVED_PATH } from './preserved.ts'

const listHandler = handle(getListFeedback, async ({ scope, services: { db } }) => {
  await assertLead(db, scope.member.id)
  const [waiting, released] = [
    await waitingFeedback(db, MOST_AT_ONCE),
    await releasedFeedback(db, MOST_AT_ONCE),
  ]
  const byList = Map.groupBy(released, ({ list }) => list)
  return {
    waiting: waiting.map((row) => ({ ...row, hash: hexOf(row.hash), at: row.at.toISOString() })),
    released: [...byList].map(([list, rows]) => ({
      list,
      ids: rows.map(({ id }) => id),
      csv: feedbackCsv(rows),
    })),
  }
})

const decideHandler = handle(
  decideEndpoint,
  async ({ body: { ids, outcome }, scope, services }) => {
    const { member, at } = scope
    await services.db.transaction().execute(async (trx) => {
      await assertLead(trx, member.id)
      const rows = await decideFeedback(trx, ids, { outcome, by: member.id, at })
      if (rows.length === 0)
        throw new ApiError('conflict', {
          detail:
            'Somebody has decided about this already, or it was taken back. Nothing was changed.',
        })
      await recordAct(trx, scope, {
        action: 'staff.decideFeedback',
        subjectId: null,
        details: { rows: rows.join(' '), outcome },
      })
    })
    return { ok: true as const, next: `${PRESERVED_PATH}?done=${outcome}#feedback` }
  },
)

const sentHandler = handle(markFeedbackSent, async ({ body: { ids }, scope, services }) => {
  const { member, at } = scope
  await services.db.transaction().execute(async (trx) => {
    await assertLead(trx, member.id)
    const rows = await markSent(trx, ids, { by: member.id, at })
    if (rows.length === 0)
      throw new ApiError('conflict', {
        detail: 'This is marked as sent already. Nothing was changed.',
      })
    await recordAct(trx, scope, {
      action: 'staff.markFeedbackSent',
      subjectId: null,
      details: { rows: rows.join(' ') },
    })
  })
  return { ok: true as const, next: `${PRESERVED_PATH}?done=sent#feedback` }
})

export const feedbackHandlers: Handler[] = [listHandler, decideHandler, sentHandler]
