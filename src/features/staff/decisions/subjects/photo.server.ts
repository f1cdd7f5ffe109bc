import { lockProfile } from '#core/people/pictures/has-photo.sql.ts'
import { closeTasksAbout, isOpenFor } from '#core/tasks/tasks.sql.ts'
import { photoQueues } from '#core/tasks/tasks.ts'
import type { Trx } from '#db/connection.server.ts'
import { forgetRefused, keepRefused } from '#members/photos/hashes/verdicts.sql.ts'
import { photoToJudge, reviewPhoto } from '#members/photos/review.sql.ts'
import { type DecisionRow, isHiddenStill } from '../decisions.sql.ts'
import { policyOf } from '../decisions.ts'
import type { SubjectEffects } from './subject-effects.server.ts'

/** Whatever a check of a new photo comes to, the photo is approved or refused with it. */
function judgesPhoto({ act, about_kind: kind, source }: DecisionRow): boolean {
  return kind === 'photo' && act !== 'restore' && (act === 'hidePhoto' || source === 'check')
}

export const photo: SubjectEffects = {
  concerns: judgesPhoto,
  /**
   * Cropped or deleted since, hidden by another decision before this one approves it, or known to a
   * list by now.
   */
  async outdated(_, trx, { id: ownerId }, { act, about_id: photoId, about_key: key }) {
    // In the order of every change to photos: the profile first.
    await lockProfile(trx, ownerId)
    const now = await photoToJudge(trx, photoId ?? 0)
    return (
      now?.key !== key ||
      (act === 'none' && (now.isRefused || (await isOpenFor(trx, 'matches', photoId ?? 0))))
    )
  },
  async apply(trx, _, decision, { isGone, at }) {
    const { act, about_id: photoId, decided_by: by, note, policy } = decision
    const refused = {
      by,
      at,
      approved: false as const,
      reason: note === '' ? policyOf(policy).text : note,
    }
    if (isGone) await keepRefused(trx, photoId ?? 0, refused)
    else {
      const verdict = act === 'none' ? { by, at, approved: true as const } : refused
      await reviewPhoto(trx, photoId ?? 0, verdict)
      await closeTasksAbout(trx, photoQueues, photoId ?? 0, { by, at, outcome: act })
    }
    return isGone || act === 'none' ? {} : { photo: await stateOf(trx, photoId ?? 0) }
  },
  /**
   * Not where it was changed since and waits, where another decision hides it, too, or where it was
   * removed on a request that this one does not answer.
   */
  async giveBack(trx, { id: ownerId }, { about_id: photoId, removal_id: removalId }, at) {
    if (photoId === null || (await isHiddenStill(trx, ownerId, photoId))) return
    // Its owner may delete it at this moment.
    await lockProfile(trx, ownerId)
    const now = await photoToJudge(trx, photoId)
    if (now?.isRefused !== true) await forgetRefused(trx, photoId, at)
    else if (!now.isRemoved || removalId !== null)
      await reviewPhoto(trx, photoId, { by: null, at, approved: true })
  },
}

async function stateOf(trx: Trx, photoId: number): Promise<'hidden' | 'removed' | 'gone'> {
  const now = await photoToJudge(trx, photoId)
  if (!now) return 'gone'
  return now.isRemoved ? 'removed' : 'hidden'
}

/**
 * Of a decision that never takes effect: a photo that its owner deleted meanwhile is known as
 * refused since then.
 */
export async function forgetDeleted(trx: Trx, decision: DecisionRow, at: Date): Promise<void> {
  const { act, account_id: ownerId, about_id: photoId } = decision
  if (
    !judgesPhoto(decision) ||
    act === 'none' ||
    photoId === null ||
    (await isHiddenStill(trx, ownerId, photoId))
  )
    return
  await lockProfile(trx, ownerId)
  if ((await photoToJudge(trx, photoId))?.isRefused !== true) await forgetRefused(trx, photoId, at)
}
