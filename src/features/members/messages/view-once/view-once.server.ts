import { createHash, randomBytes } from 'node:crypto'
import { type Handler, handle } from '#api/call.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import { claimOf, earlierAnswer, once } from '#api/idempotency.server.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import type { Job } from '#jobs/worker.server.ts'
import { DAY, later, MINUTE } from '#lib/clock.ts'
import { photoViewer } from '#members/photos/files/addresses.server.ts'
import { inlinePicture } from '#members/photos/files/inline-picture.server.ts'
import { largestFile } from '#members/photos/files/largest-file.server.ts'
import { renderOnce } from '#members/photos/files/renditions.server.ts'
import { sweepFiles } from '#members/photos/files/sweep.server.ts'
import { type StoredHashes, storedHashes } from '#members/photos/hashes/photo-hashes.sql.ts'
import { ownPhoto, refuseUnconfirmed } from '#members/photos/own/own-photos.sql.ts'
import { type ConfirmedRules, PHOTO_RULES } from '#members/photos/own/photo-rules.ts'
import { fileReport } from '#members/reports/report.server.ts'
import {
  addReportPhoto,
  readReportPhotoName,
  reportPhotoName,
  reportPhotosThatExist,
} from '#members/reports/report.sql.ts'
import { present } from '../messages.server.ts'
import { findOther, messageOf, receivedMessage } from '../messages.sql.ts'
import { isMasked, readsOf } from '../writing/rules.ts'
import { refuseMessage, deliver } from '../writing/sending.server.ts'
import { foundNow, isHeldNow, openViewOnceTask } from './view-once-check.server.ts'
import {
  closeViewOnce,
  openViewOnce,
  reportViewOnce,
  sendViewOnce,
  withdrawViewOnce,
} from './view-once.contract.ts'
import {
  claimView,
  dueViewOnce,
  noteDeleted,
  seenBy,
  viewOnceFile,
  viewOnceThatExist,
  withdrawView,
} from './view-once.sql.ts'
import { readViewOnceName, VIEW_ONCE_LASTS, viewOnceName, viewOnceOf } from './view-once.ts'

type Sent = { id: number; currentCredits: number | null }
type Form = {
  id: number
  photo?: Blob | undefined
  ownPhoto?: number | undefined
  rules: ConfirmedRules
}

const sendHandler = handle(sendViewOnce, async (call) => {
  const { form, scope, services } = call
  const { id, currentCredits } = await sendOnce(services, scope, form, call)
  const row = await messageOf(services.db, id)
  if (!row) throw new ApiError('conflict', 'This photo was sent, and is no longer there.')
  return { message: present(row, photoViewer(services, scope), false), currentCredits }
})

/** As a voice message: what would be refused anyway is refused before the picture is decoded. */
async function sendOnce(
  services: Services,
  scope: Scope,
  { id: to, photo, ownPhoto: own, rules }: Form,
  call: Parameters<typeof claimOf>[0],
): Promise<Sent> {
  const { member, at } = scope
  const bytes = photo && photo.size > 0 ? new Uint8Array(await photo.arrayBuffer()) : null
  if (bytes === null && own === undefined) throw fieldError('photo', 'Please choose a photo.')
  const picture = bytes === null ? `own:${own}` : createHash('sha256').update(bytes).digest('hex')
  const claim = claimOf(
    { request: call.request, at: call.at, body: { to, picture } },
    'POST /message/viewOnce',
    member.id,
  )
  const earlier = await earlierAnswer<Sent>(services.db, claim)
  if (earlier) return earlier
  const message = { to, kind: 'viewOnce', body: '' } as const
  await refuseMessage(services.db, scope, message)
  if (bytes !== null) await refuseUnconfirmed(services.db, member.id, rules)
  const fresh = bytes === null ? null : await renderOnce(bytes, member.id)
  const made = fresh
    ? { ...fresh, rules: PHOTO_RULES }
    : await copyOfOwn(services, member.id, own ?? 0)
  const key = randomBytes(16).toString('hex')
  await services.photoFiles.write(new Map([[viewOnceName(key), made.bytes]]))
  // Before the message, not within its transaction: whoever changes the hash table has locked
  // persons, as a message does.
  const { width, height, hashes } = made
  const findings = fresh
    ? await foundNow(services, { ownerId: member.id, hashes: fresh.hashes, asks: 'all' }, at)
    : []
  const isChecked =
    bytes === null || (services.settings.photoReview === 'auto' && findings.length === 0)
  const viewOnce = {
    key,
    width,
    height,
    approvedAt: isChecked ? at : null,
    endsAt: later(at, VIEW_ONCE_LASTS),
    findings,
    hashes,
    rules: made.rules,
  }
  try {
    const sent = await once(services.db, claim, async (trx) => {
      const made = await deliver(trx, scope, { ...message, viewOnce, warning: null })
      if (!isChecked)
        await openViewOnceTask(trx, { messageId: made.id, ownerId: member.id, findings, at })
      return made
    })
    if (findings.length > 0)
      services.log.warn(
        { message: sent.id },
        'photo for one view waits: a picture like it is known',
      )
    if (bytes !== null && isChecked)
      services.log.info(
        { message: sent.id },
        'photo for one view approved unseen: PHOTO_REVIEW is auto',
      )
    return sent
  } finally {
    // Also where the same photo was faster, and where only the answer of the commit was lost.
    await forgetUnused(services, [viewOnceName(key)])
  }
}

type Copied = {
  bytes: Uint8Array
  width: number
  height: number
  hashes: StoredHashes | null
  rules: string | null
}

/**
 * One's own photo has been checked and compared. By its hashes the copy is found again if the photo
 * is removed before it is opened.
 */
async function copyOfOwn(
  { db, photoFiles }: Services,
  ownerId: number,
  photoId: number,
): Promise<Copied> {
  const row = await ownPhoto(db, ownerId, photoId)
  if (row.approved_at === null)
    throw new ApiError('conflict', 'This photo has not been approved yet.')
  const file = await largestFile(photoFiles, row, ownerId)
  if (file === null)
    throw new ApiError(
      'conflict',
      'The file of this photo is missing. Please delete the photo and add it again.',
    )
  return { ...file, hashes: (await storedHashes(db, photoId)) ?? null, rules: row.rules_version }
}

const GONE = 'This photo is no longer there.'

const openHandler = handle(
  openViewOnce,
  async ({ body: { messageId }, scope, services, headers }) => {
    const { db, photoFiles } = services
    const { at, brand, member } = scope
    const message = await receivedMessage(db, scope, messageId)
    const file = message?.viewOnce && (await viewOnceFile(db, messageId))
    if (!message?.viewOnce || !file) throw new ApiError('notFound', GONE)
    if (
      isMasked(
        { isMine: false, isRevealed: message.isRevealed },
        readsOf(member, brand.billing, at),
      )
    )
      throw new ApiError('needsPremium')
    const { state } = viewOnceOf(message.viewOnce, at)
    if (state !== 'waiting') throw new ApiError('conflict', whyNot[state])
    const sender = await findOther(db, scope, message.senderId)
    if (await isHeldNow(services, messageId, file, at))
      throw new ApiError('conflict', whyNot.checking)
    // Read before it counts as seen: a store that fails takes nothing away.
    const bytes = await photoFiles.read(viewOnceName(file.key))
    if (bytes === null || !sender) throw new ApiError('notFound', GONE)
    const isFirst = await db.transaction().execute(async (trx) => {
      if (!(await claimView(trx, messageId, at))) return false
      await notifyMember(trx, message.senderId, { type: 'read', otherId: member.id })
      await notifyMember(trx, member.id, { type: 'read', otherId: message.senderId })
      return true
    })
    if (!isFirst) throw new ApiError('conflict', whyNot.seen)
    headers.set('Cache-Control', 'no-store')
    return {
      messageId,
      image: inlinePicture(bytes),
      width: file.width,
      height: file.height,
      username: sender.username,
      userId: sender.id,
      seenAt: at.toISOString(),
    }
  },
)

const whyNot = {
  checking: 'This photo is still being checked.',
  seen: 'This photo was seen already. It could be opened once.',
  ended: 'This photo has ended.',
  withdrawn: 'This photo was withdrawn.',
  refused: 'This photo is not shown.',
}

const closeHandler = handle(closeViewOnce, async ({ body, scope, services }) => {
  const seen = await seenBy(services.db, body.messageId, scope.member.id)
  if (seen?.fileUntil) await deletePhotosForOneView(services, [seen.key])
  return { ok: true as const }
})

const withdrawHandler = handle(
  withdrawViewOnce,
  async ({ body: { messageId }, scope, services }) => {
    const { at, member } = scope
    const row = await messageOf(services.db, messageId)
    if (row?.senderId !== member.id || !row.viewOnce) throw new ApiError('notFound', GONE)
    const key = await services.db.transaction().execute(async (trx) => {
      const withdrawn = await withdrawView(trx, messageId, member.id, at)
      if (withdrawn === undefined) return undefined
      await notifyMember(trx, row.otherId, { type: 'read', otherId: member.id })
      await notifyMember(trx, member.id, { type: 'read', otherId: row.otherId })
      return withdrawn
    })
    if (key === undefined)
      throw new ApiError('conflict', 'This photo was seen or withdrawn already.')
    await deletePhotosForOneView(services, [key])
    return { ok: true as const, next: `/messages?with=${row.otherId}#newest` }
  },
)

/** The picture is copied from the store, so that nobody can report what was never sent. */
const reportHandler = handle(
  reportViewOnce,
  async ({ body: { messageId, reason, details }, scope, services }) => {
    const { db, photoFiles } = services
    const seen = await seenBy(db, messageId, scope.member.id)
    if (!seen) throw new ApiError('notFound', GONE)
    const bytes =
      seen.fileUntil && seen.fileUntil > scope.at
        ? await photoFiles.read(viewOnceName(seen.key))
        : null
    const key = randomBytes(16).toString('hex')
    const name = reportPhotoName(key)
    if (bytes) await photoFiles.write(new Map([[name, bytes]]))
    const quoted = `Photo for one view, sent ${seen.sentAt.toISOString()}: ${bytes ? name : 'no longer kept'}`
    await db.transaction().execute(async (trx) => {
      const reportId = await fileReport(services, trx, scope, {
        reportedId: seen.senderId,
        reason,
        details,
        quoted,
      })
      if (reportId === null) throw new ApiError('notFound', GONE)
      if (bytes) await addReportPhoto(trx, reportId, key)
    })
    if (bytes) await deletePhotosForOneView(services, [seen.key])
    return { ok: true as const, isKept: bytes !== null }
  },
)

/** If the store refuses, the job deletes them as soon as they are due. */
export async function deletePhotosForOneView(
  { db, log, photoFiles }: Pick<Services, 'db' | 'log' | 'photoFiles'>,
  keys: readonly string[],
): Promise<void> {
  try {
    await photoFiles.remove(keys.map(viewOnceName))
    await noteDeleted(db, keys)
  } catch (error) {
    log.error({ error }, 'files of photos for one view not deleted; the job will')
  }
}

const DUE_AT_ONCE = 50

/**
 * Deletes the files of photos that were seen, withdrawn or refused, or that nobody opened in time.
 */
export const viewOnceJob: Job = {
  name: 'viewOnce',
  period: MINUTE,
  start: ({ db, clock, photoFiles }) => ({
    async run(stopping) {
      while (!stopping.aborted) {
        const keys = await dueViewOnce(db, clock.now(), DUE_AT_ONCE)
        if (keys.length === 0) return
        await photoFiles.remove(keys.map(viewOnceName))
        await noteDeleted(db, keys)
      }
    },
  }),
}

/** Removes files that a crash left without a row, and those of reports that are deleted. */
export const viewOnceSweepJob: Job = {
  name: 'viewOnceSweep',
  period: DAY,
  start: (services) => ({
    run: (stopping) =>
      sweepFiles(services, stopping, {
        isSwept: (name) => (readViewOnceName(name) ?? readReportPhotoName(name)) !== null,
        remove: forgetUnused,
      }),
  }),
}

/** Deletes files that certainly belong to no message and no report. */
async function forgetUnused(
  { db, log, photoFiles }: Services,
  names: readonly string[],
): Promise<void> {
  const keysOf = (read: (name: string) => string | null) =>
    names.map(read).filter((key) => key !== null)
  try {
    const [sent, kept] = [
      await viewOnceThatExist(db, keysOf(readViewOnceName)),
      await reportPhotosThatExist(db, keysOf(readReportPhotoName)),
    ]
    await photoFiles.remove(
      names.filter(
        (name) =>
          !sent.has(readViewOnceName(name) ?? '') && !kept.has(readReportPhotoName(name) ?? ''),
      ),
    )
  } catch (error) {
    log.error({ error }, 'files of photos for one view not removed; the sweep will')
  }
}

export const viewOnceHandlers: Handler[] = [
  sendHandler,
  openHandler,
  closeHandler,
  withdrawHandler,
  reportHandler,
]
