import { type Call, type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import type { Trx } from '#db/connection.server.ts'
import { lockPair, removeLikesBetween } from '#members/likes/likes.sql.ts'
import { partnersShown, removePartnerLink } from '#members/likes/partners.sql.ts'
import { endGrantsBetween } from '#members/photos/access/access.sql.ts'
import { blockUser } from './block.contract.ts'
import { deleteBlock, insertBlock } from './block.sql.ts'

const blockHandler = handle(blockUser, async ({ body, scope, services }) => {
  const act = body.action === 'block' ? block : unblock
  await services.db.transaction().execute(async (trx) => {
    for (const id of await meant(trx, scope, body)) await act(trx, scope, id)
  })
  const isBlocked = body.action === 'block'
  return {
    isBlocked,
    next: isBlocked
      ? '/dashboard'
      : '/profile/edit/settings?screen=blocked&saved=blocked#blocked-members',
  }
})

/**
 * The member, and of `also` those whom the viewer sees to be linked with them: a form cannot block
 * just anybody. In one order for everybody, so that two who block each other's partners do not wait
 * for one another.
 */
async function meant(
  trx: Trx,
  scope: Scope,
  { id, action, also = [] }: Call<typeof blockUser>['body'],
): Promise<number[]> {
  if (also.length === 0) return [id]
  const linked =
    action === 'block' ? (await partnersShown(trx, scope, id).execute()).map((one) => one.id) : also
  const me = scope.member.id
  const others = new Set([id, ...also.filter((one) => one !== me && linked.includes(one))])
  return [...others].toSorted(
    (a, b) => Math.min(a, me) - Math.min(b, me) || Math.max(a, me) - Math.max(b, me),
  )
}

/** Unknown, banned and deleted members get the same answer, so that it reveals nothing. */
async function block(trx: Trx, scope: Scope, memberId: number): Promise<void> {
  const me = scope.member.id
  if (memberId === me) throw new ApiError('unavailable', 'This is you.')
  await lockPair(trx, me, memberId)
  if (!(await insertBlock(trx, scope, memberId))) return
  await removeLikesBetween(trx, me, memberId)
  await removePartnerLink(trx, me, memberId)
  await endGrantsBetween(trx, me, memberId)
  await recordAct(trx, scope, { action: 'block', subjectId: memberId })
  // Both members' counters change; the event gives no reason.
  for (const id of [me, memberId]) await notifyMember(trx, id, { type: 'tickers' })
}

async function unblock(trx: Trx, scope: Scope, memberId: number): Promise<void> {
  await lockPair(trx, scope.member.id, memberId)
  if (await deleteBlock(trx, scope, memberId))
    await recordAct(trx, scope, { action: 'unblock', subjectId: memberId })
}

export const blockHandlers: Handler[] = [blockHandler]
