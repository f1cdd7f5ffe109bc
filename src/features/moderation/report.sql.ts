import { sql } from 'kysely'
import type { Scope } from '../../api/session.server.ts'
import type { Trx } from '../../db/connection.server.ts'
import type { ReportReason } from './report-reasons.ts'

export type NewReport = { reportedId: number; reason: ReportReason; details: string; quoted: string | null }

/** Blocked members can report, and deleted ones can be reported. */
export async function insertReport(trx: Trx, { brand, member, at }: Scope, report: NewReport): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into reports (reporter_id, reported_id, brand, reason, details, quoted, created_at)
    select ${member.id}, id, ${brand.id}, ${report.reason}, ${report.details}, ${report.quoted}, ${at}
    from accounts where id = ${report.reportedId}`.execute(trx)
  return (numAffectedRows ?? 0n) > 0n
}
