import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import { lockAccount } from '#core/accounts/accounts.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { findOther } from '../messages.sql.ts'
import { changeSide } from './inbox.server.ts'
import { pinConversation } from './pins.contract.ts'
import { pinSide, pinsOf, unpinSide } from './pins.sql.ts'
import { MAX_PINNED } from './pins.ts'

const pinHandler = handle(pinConversation, async ({ body, scope, services }) => {
  const { id: otherId, pinned, from } = body
  const side = { accountId: scope.member.id, otherId }
  await changeSide(services, scope, otherId, async (trx) => {
    if (pinned === 'no') return unpinSide(trx, side)
    if (!(await findOther(trx, scope, otherId))) return false
    await makeRoom(trx, scope, otherId)
    return pinSide(trx, side, scope.at)
  })
  return {
    ok: true as const,
    next: from === 'chat' ? `/messages?with=${otherId}` : '/messages',
  }
})

/** Where there are as many as may be, those that the inbox no longer has make room. */
async function makeRoom(trx: Trx, scope: Scope, otherId: number): Promise<void> {
  const accountId = scope.member.id
  // The lock makes a concurrent pin wait, so that it counts this one.
  await lockAccount(trx, accountId)
  const pins = await pinsOf(trx, scope)
  if (pins.length < MAX_PINNED || pins.some((pin) => pin.otherId === otherId)) return
  const gone = pins.filter(({ isShown }) => !isShown)
  if (gone.length === 0)
    throw new ApiError(
      'conflict',
      `You have pinned ${MAX_PINNED} conversations already. Unpin one of them first.`,
    )
  for (const pin of gone) await unpinSide(trx, { accountId, otherId: pin.otherId })
}

export const pinHandlers: Handler[] = [pinHandler]
