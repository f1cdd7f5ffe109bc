import { ApiError } from '../../api/errors.ts'
import { type Handler, handle } from '../../api/router.server.ts'
import type { Scope } from '../../api/session.server.ts'
import type { Trx } from '../../db/connection.server.ts'
import { notifyMember } from '../live/event-hub.server.ts'
import { queuePush } from '../notifications/push.sql.ts'
import { isVisible } from '../people/visible.sql.ts'
import { matchAction } from './likes.contract.ts'
import { lockPair, recordLike, takeLikeBack } from './likes.sql.ts'
import { mayLike } from './likes.ts'

const matchHandler = handle(matchAction, ({ params, body, scope, services }) =>
  services.db.transaction().execute((trx) => acts[params.action](trx, scope, body.id)),
)

const acts = { like, unlike }

async function like(trx: Trx, scope: Scope, memberId: number): Promise<{ liked: boolean; isMatch: boolean }> {
  await lockPair(trx, scope.member.id, memberId)
  const member = { id: memberId, isVisible: await isVisible(trx, scope, memberId) }
  if (!mayLike(scope.member, member)) throw new ApiError('unavailable')
  const { isNew, isMutual } = await recordLike(trx, scope, memberId)
  if (isNew) {
    await notifyMember(trx, memberId, { type: 'tickers' })
    await queuePush(trx, memberId, isMutual ? 'match' : 'like', scope.at)
    if (isMutual) {
      await notifyMember(trx, memberId, { type: 'match', otherId: scope.member.id })
      await notifyMember(trx, scope.member.id, { type: 'match', otherId: memberId })
    }
  }
  return { liked: true, isMatch: isMutual }
}

/** Works also for members who are no longer visible, because removing a like reveals nothing. */
async function unlike(trx: Trx, scope: Scope, memberId: number): Promise<{ liked: boolean; isMatch: boolean }> {
  await lockPair(trx, scope.member.id, memberId)
  if (await takeLikeBack(trx, scope, memberId)) await notifyMember(trx, memberId, { type: 'tickers' })
  return { liked: false, isMatch: false }
}

export const likeHandlers: Handler[] = [matchHandler]
