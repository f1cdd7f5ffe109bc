import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import { queuePush } from '#core/notifications/push.sql.ts'
import { shownTo } from '#core/people/shown-to/shown-to.ts'
import { isVisible } from '#core/people/shown-to/visible.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { inBatches, type Job } from '#jobs/worker.server.ts'
import { MINUTE } from '#lib/clock.ts'
import { ownPath } from '#sites/routes.ts'
import { matchAction } from './likes.contract.ts'
import { isLiking, lockPair, recordLike, takeLikeBack } from './likes.sql.ts'
import { mayLike } from './likes.ts'
import { forgetLikedPart, type NamedPart, partNamed, recordLikedPart } from './parts.sql.ts'
import { likedInWords } from './parts.ts'
import { recordPass, takePassBack } from './passes.sql.ts'
import { takenJustNow, sweepTaken } from './taken-likes.sql.ts'

const matchHandler = handle(matchAction, async ({ params, body, scope, services }) => {
  const done = await services.db
    .transaction()
    .execute((trx) => acts[params.action](trx, scope, body.id, body))
  const { id, photo, prompt, back } = body
  const part =
    photo !== undefined ? `photo-${photo}` : prompt !== undefined ? `prompt-${prompt}` : null
  const next = part === null ? ownPath(back ?? null) : `/profile/view/id/${id}#${part}`
  return next === null ? done : { ...done, next }
})

const acts = { like, unlike, pass, unpass }

type Done = { liked: boolean; isMatch: boolean; isRestored?: true }

async function like(trx: Trx, scope: Scope, memberId: number, named: NamedPart): Promise<Done> {
  await lockPair(trx, scope.member.id, memberId)
  const member = { id: memberId, isVisible: await isVisible(trx, scope, memberId) }
  if (!mayLike(scope.member, member)) throw new ApiError('unavailable')
  const part = await partNamed(trx, scope, memberId, named)
  await takePassBack(trx, scope, memberId)
  const taken = await takenJustNow(trx, scope, memberId)
  const { isNew, isMutual } = await recordLike(trx, scope, memberId, {
    likedAt: taken?.liked_at ?? scope.at,
    matchedAt: taken?.matched_at ?? scope.at,
  })
  for (const { photo, prompt } of taken?.parts ?? [])
    await recordLikedPart(
      trx,
      scope,
      memberId,
      photo > 0 ? { kind: 'photo', id: photo } : { kind: 'prompt', id: prompt },
    )
  if (part) await recordLikedPart(trx, scope, memberId, part)
  // Both were told of the like and of the match when they were new.
  if (taken && (taken.matched_at !== null || !isMutual)) {
    for (const id of [memberId, scope.member.id]) await notifyMember(trx, id, { type: 'tickers' })
    return { liked: true, isMatch: isMutual, isRestored: true }
  }
  if (isNew) {
    await notifyMember(trx, memberId, { type: 'tickers' })
    // Whoever takes a break is in no list: nobody is called to look for them there.
    const about = part && likedInWords([part.kind === 'photo' ? { ...part, picture: null } : part])
    if (shownTo(scope.member).to !== 'nobody')
      await queuePush(trx, memberId, scope.member.id, isMutual ? 'match' : 'like', scope.at, about)
    if (isMutual) {
      await notifyMember(trx, memberId, { type: 'match', otherId: scope.member.id })
      await notifyMember(trx, scope.member.id, { type: 'match', otherId: memberId })
    } else {
      // Whom a member likes is no stranger any more, whichever process they ask.
      await notifyMember(trx, scope.member.id, { type: 'tickers' })
    }
  }
  return { liked: true, isMatch: isMutual }
}

/** Works also for members who are no longer visible, because removing a like reveals nothing. */
async function unlike(
  trx: Trx,
  scope: Scope,
  memberId: number,
  named: NamedPart & { asks?: 'yes' | undefined },
): Promise<Done> {
  await lockPair(trx, scope.member.id, memberId)
  if (named.photo !== undefined || named.prompt !== undefined) {
    await forgetLikedPart(trx, scope, memberId, named)
    const [mine, theirs] = await likesBetween(trx, scope.member.id, memberId)
    return { liked: mine, isMatch: mine && theirs }
  }
  if (named.asks === 'yes' && (await likesBetween(trx, scope.member.id, memberId)).every(Boolean))
    throw new ApiError(
      'areYouSure',
      'You like each other. If you take your like back, the match ends for both of you; they are not told.',
    )
  // A match ends for both.
  if (await takeLikeBack(trx, scope, memberId))
    for (const id of [memberId, scope.member.id]) await notifyMember(trx, id, { type: 'tickers' })
  return { liked: false, isMatch: false }
}

/**
 * Refused for whom the member likes: a like that went by itself would tell the other, and end a
 * match. Otherwise nobody is told but the member's own pages.
 */
async function pass(trx: Trx, scope: Scope, memberId: number): Promise<Done> {
  await lockPair(trx, scope.member.id, memberId)
  const member = { id: memberId, isVisible: await isVisible(trx, scope, memberId) }
  if (!mayLike(scope.member, member)) throw new ApiError('unavailable')
  if (await isLiking(trx, scope.member.id, memberId))
    throw new ApiError('conflict', 'You like this member. Take the like back first.')
  await recordPass(trx, scope, memberId)
  await notifyMember(trx, scope.member.id, { type: 'tickers' })
  return { liked: false, isMatch: false }
}

/** Works also for members who are no longer visible, as taking a like back does. */
async function unpass(trx: Trx, scope: Scope, memberId: number): Promise<Done> {
  await lockPair(trx, scope.member.id, memberId)
  await takePassBack(trx, scope, memberId)
  await notifyMember(trx, scope.member.id, { type: 'tickers' })
  const [mine, theirs] = await likesBetween(trx, scope.member.id, memberId)
  return { liked: mine, isMatch: mine && theirs }
}

function likesBetween(trx: Trx, one: number, other: number): Promise<[boolean, boolean]> {
  return Promise.all([isLiking(trx, one, other), isLiking(trx, other, one)])
}

/** Deletes what nobody can bring back any more. */
export const takenLikeSweepJob: Job = {
  name: 'takenLikeSweep',
  period: 10 * MINUTE,
  start: ({ db, clock }) => ({
    async run(stopping) {
      await inBatches(stopping, (most) => sweepTaken(db, clock.now(), most))
    },
  }),
}

export const likeHandlers: Handler[] = [matchHandler]
