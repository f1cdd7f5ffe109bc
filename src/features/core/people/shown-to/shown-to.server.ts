import { type Handler, handle } from '#api/call.server.ts'
import { ownPath } from '#sites/routes.ts'
import { setShownTo } from './shown-to.contract.ts'
import { saveShownTo } from './shown-to.sql.ts'
import { shownTo } from './shown-to.ts'

const setHandler = handle(setShownTo, async ({ body, scope, services, at }) => {
  const { to, since } = shownTo(await saveShownTo(services.db, scope.member.id, body.to, at))
  return {
    to,
    since: since?.toISOString() ?? null,
    next:
      ownPath(body.back ?? null) ??
      '/profile/edit/settings?screen=shown-to&saved=shown-to#shown-to',
  }
})

export const shownToHandlers: Handler[] = [setHandler]
