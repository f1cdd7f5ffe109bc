import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import { assertLead } from '#core/staff-accounts/roles.server.ts'
import { changeListFeedback, getListFeedback } from './feedback.contract.ts'
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

const outcomes = { release: 'released', discard: 'discarded', markSent: 'sent' } as const

const changeHandler = handle(
  changeListFeedback,
  async ({ body: { ids, act }, scope, services }) => {
    const { member, at } = scope
    const outcome = outcomes[act]
    await services.db.transaction().execute(async (trx) => {
      await assertLead(trx, member.id)
      const rows = await (outcome === 'sent'
        ? markSent(trx, ids, { by: member.id, at })
        : decideFeedback(trx, ids, { outcome, by: member.id, at }))
      if (rows.length === 0)
        throw new ApiError('conflict', {
          detail:
            outcome === 'sent'
              ? 'This is marked as sent already. Nothing was changed.'
              : 'Somebody has decided about this already, or it was taken back. Nothing was changed.',
        })
      const changed = rows.join(' ')
      await recordAct(trx, scope, {
        action: outcome === 'sent' ? 'staff.markFeedbackSent' : 'staff.decideFeedback',
        subjectId: null,
        details: outcome === 'sent' ? { rows: changed } : { rows: changed, outcome },
      })
    })
    return { ok: true as const, next: `${PRESERVED_PATH}?done=${outcome}#feedback` }
  },
)

export const feedbackHandlers: Handler[] = [listHandler, changeHandler]
