import { ApiError } from '../../api/errors.ts'
import { type Handler, handle } from '../../api/router.server.ts'
import { recordAct } from '../audit/audit.sql.ts'
import { quotedUpdate } from '../updates/updates.sql.ts'
import { reportAbuse } from './report.contract.ts'
import { insertReport } from './report.sql.ts'

const reportHandler = handle(reportAbuse, async ({ body, scope, services }) => {
  const { id: reportedId, update, reason, details } = body
  if (reportedId === scope.member.id) throw new ApiError('unavailable', { detail: 'This is you.' })
  await services.db.transaction().execute(async (trx) => {
    // Unknown, banned and deleted members get the same answer, so that it reveals nothing.
    const quoted = update === undefined ? null : await quotedUpdate(trx, reportedId, update)
    if ((await insertReport(trx, scope, { reportedId, reason, details, quoted })) === null) return
    await recordAct(trx, scope, { action: 'report', subjectId: reportedId, details: { reason } })
  })
  return { ok: true as const }
})

export const reportHandlers: Handler[] = [reportHandler]
