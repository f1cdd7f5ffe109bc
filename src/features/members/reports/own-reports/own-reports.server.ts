import { type Handler, handle } from '#api/call.server.ts'
import { reportsBy } from '../report.sql.ts'
import { reportReasons } from '../reporting/report-reasons.ts'
import { listOwnReports } from './own-reports.contract.ts'

const MOST_SHOWN = 50

/** Of a report that nobody decides on it says no more than that it is here. */
function outcomeOf(outcome: string | null): 'received' | 'acted' | 'noBreach' {
  if (outcome === null || outcome === 'setAside') return 'received'
  return outcome === 'noBreach' || outcome === 'none' ? 'noBreach' : 'acted'
}

const listHandler = handle(listOwnReports, async ({ scope, services: { db } }) => {
  const rows = await reportsBy(db, scope.member.id, MOST_SHOWN)
  return {
    reports: rows.map(({ at, reason, outcome }) => ({
      at: at.toISOString(),
      reason: reportReasons.find(({ value }) => value === reason)?.value ?? ('other' as const),
      outcome: outcomeOf(outcome),
    })),
  }
})

export const ownReportHandlers: Handler[] = [listHandler]
