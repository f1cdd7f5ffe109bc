import { ApiError } from '../../api/errors.ts'
import { tell } from '../live/event-hub.server.ts'
import { type Handler, handle } from '../../api/router.server.ts'
import type { Scope } from '../../api/session.server.ts'
import type { Trx } from '../../db/connection.server.ts'
import { lockPair, removeLikesBetween } from '../matching/likes.sql.ts'
import { recordAct } from '../audit/audit.sql.ts'
import { blockUser } from './block.contract.ts'
import { deleteBlock, insertBlock } from './block.sql.ts'

const blockHandler = handle(blockUser, async ({ body, scope, services }) => {
  const act = body.action === 'block' ? block : unblock
  await services.db.transaction().execute((trx) => act(trx, scope, body.id))
  return { isBlocked: body.action === 'block' }
})

/**
 * Blocks a member: what the two liked and matched ends, the rest is what visible_profiles stops to show.
 * A member who is hidden, or who blocked first, can be blocked as well. Whoever is banned or gone, or never was, is
 * answered for alike: nobody learns from it what became of somebody.
 */
async function block(trx: Trx, scope: Scope, memberId: number): Promise<void> {
  const me = scope.member.id
  if (memberId === me) throw new ApiError('unavailable', { detail: 'This is you.' })
  await lockPair(trx, me, memberId)
  if (!(await insertBlock(trx, scope, memberId))) return
  await removeLikesBetween(trx, me, memberId)
  await recordAct(trx, scope, { action: 'block', subjectId: memberId })
  // Counters of both lose each other; nobody is told why.
  for (const id of [me, memberId]) await tell(trx, id, { type: 'tickers' })
}

/** What was liked before does not come back. */
async function unblock(trx: Trx, scope: Scope, memberId: number): Promise<void> {
  await lockPair(trx, scope.member.id, memberId)
  if (await deleteBlock(trx, scope, memberId)) await recordAct(trx, scope, { action: 'unblock', subjectId: memberId })
}

export const blockHandlers: Handler[] = [blockHandler]
