import { type Handler, handle } from '#api/call.server.ts'
import { hideHint } from '#core/people/edit/own-profile.sql.ts'
import { ownPath } from '#sites/routes.ts'
import { getProfileHint, hideProfileHint } from './profile-hint.contract.ts'
import { missingParts } from './profile-hint.sql.ts'

const showHandler = handle(getProfileHint, async ({ scope, services }) => ({
  missing: await missingParts(services.db, scope.member.id),
}))

const hideHandler = handle(hideProfileHint, async ({ body, scope, services, at }) => {
  await hideHint(services.db, scope.member.id, at)
  return { ok: true as const, next: ownPath(body.back ?? null) ?? '/dashboard' }
})

export const profileHintHandlers: Handler[] = [showHandler, hideHandler]
