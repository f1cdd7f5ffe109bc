import { type Selectable, sql } from 'kysely'
import type { Scope } from '#api/member.server.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import type { Database } from '#db/schema.ts'
import { holdFiles, photosToHold } from '../photos/report-holds.sql.ts'

type Evidence = Pick<Selectable<Database['report_evidence']>, 'messages' | 'profile' | 'photos'>

/**
 * Keeps what the reporter sees now, and the files of photos and voice messages, in the
 * transaction of the report.
 */
export async function takeEvidence(
  trx: Trx,
  { member, at }: Scope,
  {
    reportId,
    reportedId,
    messages,
    profile,
  }: Omit<Evidence, 'photos'> & { reportId: number; reportedId: number },
): Promise<void> {
  const photos = await photosToHold(trx, { id: member.id, at }, reportedId)
  await trx
    .insertInto('report_evidence')
    .values({
      report_id: reportId,
      messages: JSON.stringify(messages),
      profile: JSON.stringify(profile),
      photos: JSON.stringify(photos),
      taken_at: at,
      closed_at: null,
    })
    .execute()
  const attached = messages.flatMap(({ recording, photo }) => recording?.key ?? photo?.key ?? [])
  await holdFiles(trx, reportId, [...photos.map(({ key }) => key), ...attached])
}

export async function evidenceOf(
  db: Db | Trx,
  reportId: number,
): Promise<(Evidence & { takenAt: Date }) | undefined> {
  return db
    .selectFrom('report_evidence')
    .select(['messages', 'profile', 'photos', 'taken_at as takenAt'])
    .where('report_id', '=', reportId)
    .executeTakeFirst()
}

/** The period for which the evidence is kept begins now. */
export async function closeEvidence(trx: Trx, reportId: number, at: Date): Promise<void> {
  await trx
    .updateTable('report_evidence')
    .set({ closed_at: at })
    .where('report_id', '=', reportId)
    .execute()
}

/** No period runs while somebody objects to a decision that rests on the evidence. */
export async function holdEvidence(trx: Trx, reportId: number): Promise<void> {
  await trx
    .updateTable('report_evidence')
    .set({ closed_at: null })
    .where('report_id', '=', reportId)
    .execute()
}

/**
 * The period runs on as it did, since the report was decided; or since `at`, where something else
 * was decided then.
 */
export async function releaseEvidence(trx: Trx, reportId: number, at: Date | null): Promise<void> {
  await sql`
    update report_evidence set closed_at = case when reports.closed_at is null then null else coalesce(${at}::timestamptz, reports.closed_at) end
    from reports where reports.id = report_id and report_id = ${reportId}`.execute(trx)
}
