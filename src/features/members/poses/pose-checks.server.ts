import { randomBytes, randomInt } from 'node:crypto'
import { type Handler, handle } from '#api/call.server.ts'
import type { Answer } from '#api/contract.ts'
import { ApiError } from '#api/errors.ts'
import { tooMany } from '#api/limits.server.ts'
import type { Services } from '#api/services.server.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import { lockProfile } from '#core/people/pictures/has-photo.sql.ts'
import { unmarkVerified, verifiedSince } from '#core/people/verified.sql.ts'
import { openTask } from '#core/tasks/tasks.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { later } from '#lib/clock.ts'
import { renderOnce } from '../photos/files/renditions.server.ts'
import { mainPhoto } from '../photos/photos.sql.ts'
import {
  beginPoseCheck,
  getPoseCheck,
  sendPose,
  withdrawPoseCheck,
} from './pose-checks.contract.ts'
import {
  askFor,
  endCheck,
  keepSent,
  latestCheck,
  posesThatExist,
  type PoseCheckRow,
  recentTries,
} from './pose-checks.sql.ts'
import {
  DECIDED_WITHIN,
  POSE_FOR,
  poseFileName,
  readPoseFileName,
  reasonOf,
  TRIES,
} from './pose-checks.ts'
import { isPose, poseIds } from './poses.ts'

const next = '/profile/edit/managePhotos#photo-check'

const getHandler = handle(getPoseCheck, async ({ scope, services: { db } }) => {
  const { member, at } = scope
  const [check, verifiedAt, tries, main] = await Promise.all([
    latestCheck(db, member.id),
    verifiedSince(db, member.id),
    recentTries(db, member.id, at),
    mainPhoto(db, member.id),
  ])
  const state = stateOf(check, verifiedAt, at)
  return {
    state,
    hasMainPhoto: main !== undefined,
    pose: state === 'asked' && check && isPose(check.pose) ? check.pose : null,
    until: state === 'asked' && check ? later(check.asked_at, POSE_FOR).toISOString() : null,
    at:
      (state === 'approved'
        ? verifiedAt
        : state === 'waiting'
          ? check?.sent_at
          : check?.decided_at
      )?.toISOString() ?? null,
    reason: state === 'refused' ? reasonOf(check?.reason ?? null) : null,
    triesLeft: Math.max(0, TRIES.most - tries.length),
  }
})

function stateOf(
  check: PoseCheckRow | undefined,
  verifiedAt: Date | null,
  at: Date,
): Answer<typeof getPoseCheck>['state'] {
  if (verifiedAt !== null) return 'approved'
  if (!check) return 'none'
  if (check.outcome === 'refused' || check.outcome === 'lapsed') return check.outcome
  if (check.outcome === 'approved') return 'fallen'
  if (check.outcome !== null) return 'none'
  if (check.sent_at !== null) return 'waiting'
  return isOpen(check, at) ? 'asked' : 'none'
}

const isOpen = (check: PoseCheckRow, at: Date) =>
  check.sent_at === null && check.outcome === null && later(check.asked_at, POSE_FOR) > at

/** The profile's lock orders what a member does in two tabs, and changes of the main photo. */
const beginHandler = handle(beginPoseCheck, async ({ scope, services }) => {
  const { member, at } = scope
  await services.db.transaction().execute(async (trx) => {
    await lockProfile(trx, member.id)
    const check = await latestCheck(trx, member.id)
    await refuseSecond(trx, member.id, check)
    if (check && isOpen(check, at)) return
    if (!(await mainPhoto(trx, member.id))) {
      throw new ApiError(
        'conflict',
        'Please add a photo that everybody may see first: it is what we compare with.',
      )
    }
    await refuseTooManyTries(trx, member.id, at)
    const others = poseIds.filter((id) => id !== check?.pose)
    await askFor(trx, member.id, others[randomInt(others.length)] ?? poseIds[0], at)
  })
  return { ok: true as const, next }
})

async function refuseSecond(
  trx: Trx,
  memberId: number,
  check: PoseCheckRow | undefined,
): Promise<void> {
  if (check && check.sent_at !== null && check.outcome === null)
    throw new ApiError('conflict', 'Your photo is with our staff already.')
  if ((await verifiedSince(trx, memberId)) !== null)
    throw new ApiError('conflict', 'Your main photo is checked already.')
}

async function refuseTooManyTries(trx: Trx, memberId: number, at: Date): Promise<void> {
  const tries = await recentTries(trx, memberId, at)
  const [first] = tries
  if (tries.length < TRIES.most || !first) return
  throw tooMany(
    later(first, TRIES.within),
    at,
    'You have sent three photos in seven days, which is the most. Please try again in a few days.',
  )
}

/** The file first: one without a check is deleted at the end, or by the sweep. */
const sendHandler = handle(sendPose, async ({ form, scope, services }) => {
  const { member, at } = scope
  await refuseUnasked(services.db, member.id, at)
  const { bytes } = await renderOnce(new Uint8Array(await form.photo.arrayBuffer()), member.id)
  const key = randomBytes(16).toString('hex')
  await services.photoFiles.write(new Map([[poseFileName(key), bytes]]))
  try {
    await services.db.transaction().execute(async (trx) => {
      await lockProfile(trx, member.id)
      const check = await refuseUnasked(trx, member.id, at)
      await refuseTooManyTries(trx, member.id, at)
      await keepSent(trx, check.id, key, at)
      await openTask(trx, {
        queue: 'poses',
        brand: scope.brand.id,
        accountId: member.id,
        subjectId: check.id,
        priority: 0,
        dueAt: later(at, DECIDED_WITHIN),
        at,
      })
    })
  } finally {
    await forgetUnused(services, [poseFileName(key)])
  }
  return { ok: true as const, next }
})

async function refuseUnasked(
  db: Services['db'] | Trx,
  memberId: number,
  at: Date,
): Promise<PoseCheckRow> {
  const check = await latestCheck(db, memberId)
  if (check && isOpen(check, at)) return check
  const isSent = check && check.sent_at !== null && check.outcome === null
  throw new ApiError(
    'conflict',
    isSent
      ? 'Your photo is with our staff already.'
      : 'This pose has ended. Please begin again; you get another.',
  )
}

const withdrawHandler = handle(withdrawPoseCheck, async ({ scope, services }) => {
  const { member, at } = scope
  const key = await services.db.transaction().execute(async (trx) => {
    await lockProfile(trx, member.id)
    const check = await latestCheck(trx, member.id)
    const hadMark = (await verifiedSince(trx, member.id)) !== null
    if (hadMark) {
      await unmarkVerified(trx, member.id)
      await recordAct(trx, scope, { action: 'withdrawPhotoMark', subjectId: member.id })
    }
    if (!check || (check.outcome !== null && !(hadMark && check.outcome === 'approved')))
      return null
    await endCheck(trx, check.id, { outcome: 'withdrawn', by: check.decided_by, at })
    return check.key
  })
  if (key !== null) await forgetUnused(services, [poseFileName(key)])
  return { ok: true as const, next }
})

/** Deletes files that certainly belong to no check. */
export async function forgetUnused(
  { db, log, photoFiles }: Pick<Services, 'db' | 'log' | 'photoFiles'>,
  names: readonly string[],
): Promise<void> {
  try {
    const known = await posesThatExist(
      db,
      names.map(readPoseFileName).filter((key) => key !== null),
    )
    await photoFiles.remove(names.filter((name) => !known.has(readPoseFileName(name) ?? '')))
  } catch (error) {
    log.error({ error }, 'files of photo checks not removed; the sweep will')
  }
}

export const poseCheckHandlers: Handler[] = [getHandler, beginHandler, sendHandler, withdrawHandler]
