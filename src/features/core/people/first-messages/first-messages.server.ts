import { type Handler, handle } from '#api/call.server.ts'
import { setFirstMessages } from './first-messages.contract.ts'
import { saveFirstMessages } from './first-messages.sql.ts'

const setHandler = handle(setFirstMessages, async ({ body, scope, services, at }) => {
  await saveFirstMessages(services.db, scope.member.id, body.from, at)
  return { from: body.from }
})

export const firstMessageHandlers: Handler[] = [setHandler]
