import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { personOf } from '#core/accounts/standing/standing.sql.ts'
import { usernamesOf } from '#core/accounts/usernames/usernames.sql.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import { wordsOf } from '#core/people/edit/words.sql.ts'
import { openTask } from '#core/tasks/tasks.sql.ts'
import type { EvidenceMessage } from '#db/columns.ts'
import type { Trx } from '#db/connection.server.ts'
import { later } from '#lib/clock.ts'
import { quotedUpdate } from '../updates/updates.sql.ts'
import { messagesBetweenThem } from './events.server.ts'
import { takeEvidence } from './evidence.sql.ts'
import { urgencyOf } from './evidence.ts'
import { reportAbuse } from './report.contract.ts'
import { insertReport, type NewReport, setAside } from './report.sql.ts'
import { isMutedReporter } from './reporters.sql.ts'

const reportHandler = handle(reportAbuse, async ({ body, scope, services }) => {
  const { id: reportedId, update, message: messageId, reason, details } = body
  if (reportedId === scope.member.id) throw new ApiError('unavailable', 'This is you.')
  await services.db.transaction().execute(async (trx) => {
    // Unknown, banned and deleted members get the same answer, so that it reveals nothing.
    const quoted = update === undefined ? null : await quotedUpdate(trx, reportedId, update)
    await fileReport(services, trx, scope, { reportedId, reason, details, quoted, messageId })
  })
  return { ok: true as const, next: `/profile/view/id/${reportedId}?act=reported#act` }
})

/**
 * Files a report with what the reporter sees now, and opens a task; null for an account that never
 * was. Of a muted reporter no task is opened, unless it is about staff or somebody who may be under
 * 18.
 */
export async function fileReport(
  services: Services,
  trx: Trx,
  scope: Scope,
  report: NewReport,
): Promise<number | null> {
  const { brand, member, at } = scope
  const { reportedId, reason } = report
  const reportId = await insertReport(trx, scope, report)
  if (reportId === null) return null
  const isAlwaysRead = reason === 'underage' || (await personOf(trx, reportedId))?.isStaff === true
  if (!isAlwaysRead && (await isMutedReporter(trx, member.id, at)))
    await setAside(trx, reportId, at)
  else {
    const username = (await usernamesOf(trx, [reportedId])).get(reportedId) ?? ''
    const about = { scope, otherId: reportedId, messageId: report.messageId }
    const messages = await services.ask(trx, messagesBetweenThem, about)
    if (report.messageId !== undefined && !messages.some(isReadable))
      throw new ApiError('notFound', 'This message is no longer there.')
    await takeEvidence(trx, scope, {
      reportId,
      reportedId,
      messages,
      profile: { username, words: await wordsOf(trx, reportedId) },
    })
    const { priority, within } = urgencyOf[reason]
    await openTask(trx, {
      queue: 'reports',
      brand: brand.id,
      accountId: reportedId,
      subjectId: reportId,
      priority,
      dueAt: later(at, within),
      at,
    })
  }
  await recordAct(trx, scope, { action: 'report', subjectId: reportedId, details: { reason } })
  return reportId
}

/** Of a report about one message: the other wrote it, and whoever reports it can read it. */
function isReadable({
  isReported,
  isMine,
  kind,
  text,
  recording,
  photo,
}: EvidenceMessage): boolean {
  const isShown = text !== null || recording !== null || photo !== undefined || kind === 'viewOnce'
  return isReported === true && !isMine && kind !== 'deleted' && isShown
}

export const reportHandlers: Handler[] = [reportHandler]
