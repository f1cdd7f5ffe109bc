import { type Handler, handle } from '#api/call.server.ts'
import { backFrom } from '#core/accounts/sign-in/sign-in.server.ts'
import { ownPath } from '#sites/routes.ts'
import { getBackButtonLinks } from './back-links.contract.ts'
import { backLinks } from './back-links.ts'

const backHandler = handle(getBackButtonLinks, async ({ query, request }) => ({
  links: backLinks(query.path, {
    remembered: backFrom(request),
    from: ownPath(query.from ?? null),
  }),
}))

export const backHandlers: Handler[] = [backHandler]
