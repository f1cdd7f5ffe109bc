import type { Answer } from '#api/contract.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { personOf } from '#core/accounts/standing/standing.sql.ts'
import { usernamesOf } from '#core/accounts/usernames/usernames.sql.ts'
import { type PrivateAccess, recordAccesses } from '#core/audit/accesses.sql.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import { rolesOf } from '#core/staff-accounts/roles.sql.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { inlinePicture } from '#members/photos/files/inline-picture.server.ts'
import { nameForStaff } from '#members/photos/photos.ts'
import { evidenceOf } from '#members/reports/evidence.sql.ts'
import { nothingReported, whyNotMuted } from '#members/reports/evidence.ts'
import { reportOf, reportPhotoName } from '#members/reports/report.sql.ts'
import { accuracyOf, mutedUntil } from '#members/reports/reporters.sql.ts'
import type { getEvidence } from './reporters.contract.ts'

type Kept = {
  report: NonNullable<Awaited<ReturnType<typeof reportOf>>>
  evidence: Awaited<ReturnType<typeof evidenceOf>>
}

/**
 * Reads what a report keeps, for a task that the caller holds: the report's own, or that of an
 * objection. That it is read is on record, and among the accesses to whoever it shows. Undefined
 * where there is no such report.
 */
export async function readEvidence(
  db: Db | Trx,
  scope: Scope,
  { reportId, task }: { reportId: number; task: number },
): Promise<Kept | undefined> {
  const report = await reportOf(db, reportId)
  if (!report) return undefined
  const evidence = await evidenceOf(db, reportId)
  await recordAct(db, scope, {
    action: 'staff.readEvidence',
    subjectId: report.reportedId,
    details: { task, report: reportId },
  })
  await recordAccesses(db, scope, accessesIn({ report, evidence }, task))
  return { report, evidence }
}

/**
 * Of messages, what can be read or heard of either member; that there was a photo to see tells
 * nothing.
 */
function accessesIn({ report, evidence }: Kept, task: number): PrivateAccess[] {
  const { id, reporterId, reportedId } = report
  const isRead = (isMine: boolean) =>
    evidence?.messages.some(
      ({ isMine: mine, text, recording, photo }) =>
        mine === isMine && (text !== null || (recording ?? null) !== null || photo !== undefined),
    ) === true
  // Whoever reported knows of the report.
  const [toReporter, toReported] = [{ task }, { task, report: id }]
  const hasPhotos = report.photoKey !== null || (evidence?.photos.length ?? 0) > 0
  return [
    { subjectId: reportedId, what: 'account', why: toReported },
    ...(isRead(false)
      ? [{ subjectId: reportedId, what: 'messages' as const, why: toReported }]
      : []),
    ...(hasPhotos ? [{ subjectId: reportedId, what: 'photos' as const, why: toReported }] : []),
    ...(isRead(true)
      ? [{ subjectId: reporterId, what: 'messages' as const, why: toReporter }]
      : []),
  ]
}

export async function presentedEvidence(
  services: Services,
  { report, evidence }: Kept,
  { member: { id: staffId }, at }: Scope,
): Promise<Answer<typeof getEvidence>> {
  const { db } = services
  const { reporterId, reportedId } = report
  const [names, accuracy, muted, person, roles] = await Promise.all([
    usernamesOf(db, [reporterId, reportedId]),
    accuracyOf(db, [reporterId]),
    mutedUntil(db, [reporterId], at),
    personOf(db, reporterId),
    rolesOf(db, staffId),
  ])
  const reported = accuracy.get(reporterId) ?? nothingReported
  const mayMute =
    person !== undefined &&
    roles.includes('lead') &&
    whyNotMuted({ ...person, isMuted: muted.has(reporterId) }, reported, staffId) === null
  return {
    report: {
      id: report.id,
      reason: report.reason,
      details: report.details,
      quoted: report.quoted,
      at: report.at.toISOString(),
      reporter: {
        id: reporterId,
        username: names.get(reporterId) ?? '',
        accuracy: reported,
        mutedUntil: muted.get(reporterId)?.toISOString() ?? null,
        mayMute,
      },
      // As it was, where the account is gone.
      reported: {
        id: reportedId,
        username: names.get(reportedId) ?? evidence?.profile.username ?? '',
      },
    },
    messages: await Promise.all(
      (evidence?.messages ?? []).map(async ({ recording, photo, ...message }) => ({
        ...message,
        isReported: message.isReported === true,
        sound: await soundIn(services, recording?.file),
        picture: await pictureIn(services, photo?.file),
      })),
    ),
    words: evidence?.profile.words ?? [],
    photos: await photosIn(services, evidence?.photos ?? [], report.photoKey),
  }
}

async function pictureIn({ photoFiles }: Services, file: string | undefined) {
  const bytes = file === undefined ? null : await photoFiles.read(file)
  return bytes && inlinePicture(bytes)
}

/** As a picture, it has no address, which somebody could keep or pass on. */
async function soundIn({ photoFiles }: Services, file: string | undefined): Promise<string | null> {
  const bytes = file === undefined ? null : await photoFiles.read(file)
  return bytes && `data:audio/mpeg;base64,${Buffer.from(bytes).toString('base64')}`
}

/** The photo for one view that the report is about comes first. */
async function photosIn(
  { photoFiles }: Services,
  kept: ReadonlyArray<{
    id: number
    key: string
    width: number
    height: number
    isPrivate: boolean
  }>,
  reportedKey: string | null,
) {
  const first =
    reportedKey === null ? [] : [{ id: null, isPrivate: true, name: reportPhotoName(reportedKey) }]
  const rest = kept.map(({ id, isPrivate, key, width, height }) => ({
    id,
    isPrivate,
    name: nameForStaff({ key, width, height }),
  }))
  return Promise.all(
    [...first, ...rest].map(async ({ id, isPrivate, name }) => {
      const bytes = await photoFiles.read(name)
      return { id, isPrivate, src: bytes && inlinePicture(bytes) }
    }),
  )
}
