import { sql } from 'kysely'
import type { Scope } from '#api/member.server.ts'
import type { OwnCount } from '#api/own-counts.server.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { closeEvidence } from './evidence.sql.ts'
import type { ReportOutcome } from './evidence.ts'
import type { ReportReason } from './reporting/report-reasons.ts'

export type NewReport = {
  reportedId: number
  reason: ReportReason
  details: string
  quoted: string | null
  messageId?: number | undefined
}

/** Blocked members can report, and deleted ones can be reported. Returns the id of the report. */
export async function insertReport(
  trx: Trx,
  { brand, member, at }: Scope,
  report: NewReport,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into reports (reporter_id, reported_id, brand, reason, details, quoted, created_at)
    select ${member.id}, id, ${brand.id}, ${report.reason}, ${report.details}, ${report.quoted}, ${at}
    from accounts where id = ${report.reportedId}
    returning id`.execute(trx)
  return rows[0]?.id ?? null
}

/** A report of somebody who is muted: it is kept, and nobody is asked to look at it. */
export async function setAside(trx: Trx, reportId: number, at: Date): Promise<void> {
  await trx
    .updateTable('reports')
    .set({ closed_at: at, outcome: 'setAside' satisfies ReportOutcome })
    .where('id', '=', reportId)
    .execute()
}

/**
 * Notes what became of a report, once; from then on what it keeps has its period. Returns whether
 * it was open.
 */
export async function closeReport(
  trx: Trx,
  reportId: number,
  { by, at, outcome }: { by: number | null; at: Date; outcome: 'acted' | 'noBreach' },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('reports')
    .set({ closed_at: at, closed_by: by, outcome })
    .where('id', '=', reportId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await closeEvidence(trx, reportId, at)
  return true
}

export async function reportOf(db: Db | Trx, reportId: number) {
  return db
    .selectFrom('reports')
    .leftJoin('report_photos as photo', 'photo.report_id', 'reports.id')
    .select([
      'reports.id',
      'reports.brand',
      'reporter_id as reporterId',
      'reported_id as reportedId',
      'reason',
      'details',
      'quoted',
      'created_at as at',
    ])
    .select('photo.key as photoKey')
    .where('reports.id', '=', reportId)
    .executeTakeFirst()
}

export async function reasonsOf(
  db: Db,
  reportIds: readonly number[],
): Promise<Map<number, string>> {
  if (reportIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('reports')
    .select(['id', 'reason'])
    .where('id', 'in', reportIds)
    .execute()
  return new Map(rows.map(({ id, reason }) => [id, reason]))
}

export async function isReportBy(
  db: Db | Trx,
  reportId: number,
  reporterId: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('reports')
    .select('id')
    .where('id', '=', reportId)
    .where('reporter_id', '=', reporterId)
    .executeTakeFirst()
  return row !== undefined
}

export async function isReportOpen(trx: Trx, reportId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('reports')
    .select('id')
    .where('id', '=', reportId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export function reportsAbout(db: Db, accountId: number) {
  return db
    .selectFrom('reports')
    .select([
      'reason',
      sql<number>`count(*)::int`.as('count'),
      sql<number>`(count(*) filter (where closed_at is null))::int`.as('open'),
    ])
    .where('reported_id', '=', accountId)
    .groupBy('reason')
    .orderBy('reason')
}

export const reportCount: OwnCount = {
  name: 'reports',
  rows: (db, { accountId }) =>
    db.selectFrom('reports').select('id').where('reporter_id', '=', accountId),
}

export async function reportsBy(
  db: Db,
  reporterId: number,
  most: number,
): Promise<Array<{ at: Date; reason: string; outcome: string | null }>> {
  return db
    .selectFrom('reports')
    .select(['created_at as at', 'reason', 'outcome'])
    .where('reporter_id', '=', reporterId)
    .orderBy('id', 'desc')
    .limit(sql.lit(most))
    .execute()
}

/** A photo that goes with a report, and is deleted with it. */
export async function addReportPhoto(trx: Trx, reportId: number, key: string): Promise<void> {
  await trx.insertInto('report_photos').values({ report_id: reportId, key }).execute()
}

export async function reportPhotosThatExist(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db.selectFrom('report_photos').select('key').where('key', 'in', keys).execute()
  return new Set(rows.map(({ key }) => key))
}

export function storedReportPhotos(db: Db, after: number, most: number) {
  return db
    .selectFrom('report_photos')
    .select(['report_id as id', 'key', sql.lit(1).as('files')])
    .where('report_id', '>', after)
    .orderBy('report_id')
    .limit(sql.lit(most))
    .execute()
}

export function reportPhotoName(key: string): string {
  return `${key}-report.webp`
}

export function readReportPhotoName(name: string): string | null {
  return /^([a-f0-9]{32})-report\.webp$/.exec(name)?.[1] ?? null
}

type Counts = Map<number, number>

export async function reportCounts(
  db: Db,
  accountIds: readonly number[],
): Promise<{ by: Counts; about: Counts }> {
  if (accountIds.length === 0) return { by: new Map(), about: new Map() }
  const counted = async (column: 'reporter_id' | 'reported_id'): Promise<Counts> => {
    const rows = await db
      .selectFrom('reports')
      .select([`${column} as id`, sql<number>`count(*)::int`.as('count')])
      .where(column, 'in', accountIds)
      .groupBy(column)
      .execute()
    return new Map(rows.map(({ id, count }) => [id, count]))
  }
  return { by: await counted('reporter_id'), about: await counted('reported_id') }
}
