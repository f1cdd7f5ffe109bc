import { ApiError } from '../../api/errors.ts'
import { type Handler, handle } from '../../api/router.server.ts'
import type { Services } from '../../api/services.server.ts'
import { later } from '../../lib/clock.ts'
import { usernamesOf } from '../accounts/accounts.sql.ts'
import { recordAct } from '../audit/audit.sql.ts'
import { inlinePicture } from '../photos/inline-picture.server.ts'
import { nameForStaff } from '../photos/photos.ts'
import { heldJob } from '../staff/jobs.sql.ts'
import { assertOpenTo } from '../staff/roles.server.ts'
import { evidenceOf } from './evidence.sql.ts'
import { type Accuracy, isOftenWrong } from './evidence.ts'
import { reportOf, reportPhotoName } from './report.sql.ts'
import { getEvidence, getReporters, muteReporter as muteEndpoint } from './reporters.contract.ts'
import { accuracyOf, lastReporters, mutedReporters, mutedUntil, muteReporter } from './reporters.sql.ts'
import { muteLengths } from './reporters.ts'

const nobody: Accuracy = { made: 0, decided: 0, acted: 0 }

const listHandler = handle(getReporters, async ({ scope, services: { db } }) => {
  const { member, at } = scope
  await assertOpenTo(db, member.id, 'reports')
  const [decided, muted] = await Promise.all([lastReporters(db), mutedReporters(db, at)])
  const wrong = [...decided].filter(([, accuracy]) => isOftenWrong(accuracy)).map(([id]) => id)
  const ids = [...new Set([...wrong, ...muted])]
  const [names, accuracy, until] = await Promise.all([usernamesOf(db, ids), accuracyOf(db, ids), mutedUntil(db, ids, at)])
  const missed = ({ decided: all, acted }: Accuracy) => all - acted
  const reporters = ids.flatMap((id) => {
    const username = names.get(id)
    return username === undefined ? [] : [{ id, username, accuracy: accuracy.get(id) ?? nobody, mutedUntil: until.get(id)?.toISOString() ?? null }]
  })
  return { reporters: reporters.toSorted((a, b) => missed(b.accuracy) - missed(a.accuracy) || a.id - b.id) }
})

const muteHandler = handle(muteEndpoint, async ({ body, scope, services }) => {
  const { member, at } = scope
  if (body.id === member.id) throw new ApiError('forbidden', { detail: 'This is you. Somebody else decides about it.' })
  const { length } = muteLengths.find(({ value }) => value === body.for) ?? muteLengths[0]
  await services.db.transaction().execute(async (trx) => {
    await assertOpenTo(trx, member.id, 'reports')
    if (!(await usernamesOf(trx, [body.id])).has(body.id)) throw new ApiError('unavailable')
    const until = length === 0 ? null : later(at, length)
    if (!(await muteReporter(trx, body.id, { until, by: member.id, at }))) return
    const action = until === null ? 'staff.unmuteReporter' : 'staff.muteReporter'
    await recordAct(trx, scope, { action, subjectId: body.id, details: until === null ? {} : { until: until.toISOString() } })
  })
  return { ok: true as const, next: `/staff/reporters?done=${length === 0 ? 'ended' : 'muted'}` }
})

const evidenceHandler = handle(getEvidence, async ({ query, scope, services }) => {
  const { db } = services
  const { report, evidence } = await db.transaction().execute(async (trx) => {
    const job = await heldJob(trx, scope, query.job)
    const found = job.queue === 'reports' ? await reportOf(trx, job.subject_id) : undefined
    if (!found) throw new ApiError('notFound', { detail: 'There is no report to this job.' })
    await recordAct(trx, scope, { action: 'staff.readEvidence', subjectId: found.reportedId, details: { job: job.id, report: found.id } })
    return { report: found, evidence: await evidenceOf(trx, found.id) }
  })
  const { reporterId, reportedId } = report
  const [names, accuracy, muted] = await Promise.all([
    usernamesOf(db, [reporterId, reportedId]),
    accuracyOf(db, [reporterId]),
    mutedUntil(db, [reporterId], scope.at),
  ])
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
        accuracy: accuracy.get(reporterId) ?? nobody,
        mutedUntil: muted.get(reporterId)?.toISOString() ?? null,
      },
      // As it was, where the account is gone.
      reported: { id: reportedId, username: names.get(reportedId) ?? evidence?.profile.username ?? '' },
    },
    messages: await Promise.all(
      (evidence?.messages ?? []).map(async ({ recording, ...message }) => ({ ...message, sound: await soundIn(services, recording?.file) })),
    ),
    words: evidence?.profile.words ?? [],
    photos: await photosIn(services, evidence?.photos ?? [], report.photoKey),
  }
})

/** As a picture, it has no address, which somebody could keep or pass on. */
async function soundIn({ photoFiles }: Services, file: string | undefined): Promise<string | null> {
  const bytes = file === undefined ? null : await photoFiles.read(file)
  return bytes && `data:audio/mpeg;base64,${Buffer.from(bytes).toString('base64')}`
}

/** The photo for one view that the report is about comes first. */
async function photosIn(
  { photoFiles }: Services,
  kept: ReadonlyArray<{ id: number; key: string; width: number; height: number; isPrivate: boolean }>,
  reportedKey: string | null,
) {
  const first = reportedKey === null ? [] : [{ id: null, isPrivate: true, name: reportPhotoName(reportedKey) }]
  const rest = kept.map(({ id, isPrivate, key, width, height }) => ({ id, isPrivate, name: nameForStaff({ key, width, height }) }))
  return Promise.all(
    [...first, ...rest].map(async ({ id, isPrivate, name }) => {
      const bytes = await photoFiles.read(name)
      return { id, isPrivate, src: bytes && inlinePicture(bytes) }
    }),
  )
}

export const reporterHandlers: Handler[] = [listHandler, muteHandler, evidenceHandler]
