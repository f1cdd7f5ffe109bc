import type { Services } from '#api/services.server.ts'
import { accountFacts } from '#core/accounts/standing/account-facts.sql.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import { closeTasksAbout, MATCHED, openTask } from '#core/tasks/tasks.sql.ts'
import type { KeptFinding } from '#db/columns.ts'
import type { Trx, Db } from '#db/connection.server.ts'
import { HOUR, later } from '#lib/clock.ts'
import { findingsAbout } from '#members/photos/hashes/check.server.ts'
import { gravest } from '#members/photos/hashes/findings.ts'
import { giveBackSpent } from '#money/credits/credits.sql.ts'
import { isHeldPhotoWaiting, judgeHeldPhoto, refusedHeldPhoto } from '../held/held-messages.sql.ts'
import { giveWithheldPhotoBack } from '../held/send-withheld.server.ts'
import {
  giveViewOnceBack,
  holdViewOnce,
  judgeViewOnce,
  refusedViewOnce,
  type viewOnceFile,
  waitingViewOnce,
} from './view-once.sql.ts'
import { viewOnceName } from './view-once.ts'

/** By when staff decide about one of which nothing was found. */
const CHECKED_WITHIN = 12 * HOUR

/** What the hash table and the photos of others say of a picture now. */
export async function foundNow(
  services: Services,
  asked: Parameters<typeof findingsAbout>[1],
  at: Date,
): Promise<KeptFinding[]> {
  return (await findingsAbout(services, asked)).map((finding) => ({
    ...finding,
    at: at.toISOString(),
  }))
}

type Waiting = { messageId: number; ownerId: number; findings: readonly KeptFinding[]; at: Date }

/** A task for staff, as urgent as the gravest of what was found. */
export async function openViewOnceTask(
  trx: Trx,
  { messageId, ownerId, findings, at }: Waiting,
): Promise<void> {
  const owner = await accountFacts(trx, ownerId)
  if (!owner) return
  const { priority, due } = gravest(findings) ?? { priority: 0, due: CHECKED_WITHIN }
  const isMatch = findings.some(({ kind }) => kind === 'hold')
  if (isMatch)
    await closeTasksAbout(trx, ['viewOnce'], messageId, { by: null, at, outcome: MATCHED })
  const queue = isMatch ? 'viewOnceMatches' : 'viewOnce'
  await openTask(trx, {
    queue,
    brand: owner.brand,
    accountId: ownerId,
    subjectId: messageId,
    priority,
    dueAt: later(at, due),
    at,
  })
}

/**
 * Whether a photo that was approved, or sent before a list knew it, is known by now: it then waits
 * for staff again. What staff have seen of it before counts no more.
 */
export async function isHeldNow(
  services: Services,
  messageId: number,
  {
    senderId,
    findings,
    sha256,
    pdq,
    quality,
  }: NonNullable<Awaited<ReturnType<typeof viewOnceFile>>>,
  at: Date,
): Promise<boolean> {
  if (sha256 === null || pdq === null || quality === null) return false
  const known = new Set(findings.map(({ hashId }) => hashId))
  const hashes = { sha256, pdq, quality, variants: [pdq] }
  const news = (await foundNow(services, { ownerId: senderId, hashes, asks: 'table' }, at)).filter(
    ({ hashId }) => !known.has(hashId),
  )
  if (news.length === 0) return false
  await services.db.transaction().execute(async (trx) => {
    const all = [...findings, ...news]
    if (await holdViewOnce(trx, messageId, all, at))
      await openViewOnceTask(trx, { messageId, ownerId: senderId, findings: all, at })
  })
  services.log.warn(
    { message: messageId },
    'photo for one view waits again: a list knows it by now',
  )
  return true
}

export async function waitsForStaff(trx: Trx, messageId: number): Promise<boolean> {
  return (await waitingViewOnce(trx, messageId)) !== undefined || isHeldPhotoWaiting(trx, messageId)
}

/**
 * Where the photo is then; null where there is none any more. What a message that is withheld has
 * cost was given back then.
 */
export async function judgePhoto(
  trx: Trx,
  {
    messageId,
    ownerId,
    approved,
    at,
  }: { messageId: number; ownerId: number; approved: boolean; at: Date },
): Promise<'sent' | 'withheld' | null> {
  const judged = await judgeViewOnce(trx, messageId, ownerId, approved, at)
  if (!judged) return (await judgeHeldPhoto(trx, messageId, ownerId, approved)) ? 'withheld' : null
  const { otherId, sentAt, messages } = judged
  if (!approved)
    await giveBackSpent(trx, ownerId, {
      to: otherId,
      spentAt: sentAt,
      message: { id: messageId, of: messages },
      at,
    })
  await tellBoth(trx, ownerId, otherId)
  return 'sent'
}

/** The name of the file of a refused one, as long as it is kept. */
export async function refusedFile(db: Db, messageId: number): Promise<string | null> {
  const key = (await refusedViewOnce(db, messageId))?.key ?? (await refusedHeldPhoto(db, messageId))
  return key === undefined ? null : viewOnceName(key)
}

/**
 * Sends one that was refused after all. The credits that were given back stay the sender's: the
 * mistake was ours.
 */
export async function givePhotoBack(
  trx: Trx,
  { messageId, ownerId, at }: { messageId: number; ownerId: number; at: Date },
): Promise<void> {
  const given = await giveViewOnceBack(trx, messageId, ownerId, at)
  if (given) await tellBoth(trx, ownerId, given.otherId)
  else await giveWithheldPhotoBack(trx, { messageId, ownerId, at })
}

async function tellBoth(trx: Trx, ownerId: number, otherId: number): Promise<void> {
  await notifyMember(trx, ownerId, { type: 'read', otherId })
  await notifyMember(trx, otherId, { type: 'read', otherId: ownerId })
}
