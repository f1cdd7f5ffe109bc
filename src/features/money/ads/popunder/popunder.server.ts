import { type Handler, handle } from '#api/call.server.ts'
import { notePopunderSeen } from '#core/accounts/accounts.sql.ts'
import { updateLastViewedOneclickPopupOnExit } from './popunder.contract.ts'

const seenHandler = handle(updateLastViewedOneclickPopupOnExit, async ({ scope, services }) => {
  await notePopunderSeen(services.db, scope.member.id, scope.at)
  return { displayOneclickPopupOnExit: 'false' as const }
})

export const popunderHandlers: Handler[] = [seenHandler]
