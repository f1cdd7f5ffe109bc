import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { later } from '#lib/clock.ts'
import { likedAmong } from '#members/likes/likes.sql.ts'
import { maySeeWhoLikes } from '#members/likes/likes.ts'
import type { ShownPart } from '#members/likes/parts.contract.ts'
import { likedOfViewer } from '#members/likes/parts.server.ts'
import { billingStatusOf } from '#money/checkout/billing-status.server.ts'
import { ownPath } from '#sites/routes.ts'
import { correspondents } from '../correspondents.server.ts'
import { notNow, whoWaits } from './waiting.contract.ts'
import { putOff, whoWaitsFor } from './waiting.sql.ts'
import { NOT_NOW_FOR } from './waiting.ts'

const waitingHandler = handle(whoWaits, async ({ query, scope, services }) => {
  const rows = await whoWaitsFor(services.db, scope)
  const shown = rows.slice(0, query.count)
  const [people, likedBy] =
    shown.length === 0
      ? [[], () => []]
      : await Promise.all([
          correspondents(services, scope, shown),
          likedOfReader(services, scope, shown),
        ])
  return {
    waiting: shown.flatMap(({ since }, index) => {
      const other = people[index]
      return other
        ? [{ other, since: since.toISOString(), likedOfYours: likedBy(other.userId) }]
        : []
    }),
    count: rows.length,
  }
})

/**
 * What they like of the reader's profile; of whoever may not see who likes them, matches alone say
 * it (decisions §5).
 */
async function likedOfReader(
  services: Services,
  scope: Scope,
  people: ReadonlyArray<{ id: number }>,
): Promise<(id: number) => ShownPart[]> {
  const ids = people.map(({ id }) => id)
  const { model } = scope.brand.billing
  if (maySeeWhoLikes(model, 'standard')) return likedOfViewer(services, scope, ids)
  const [{ membership }, liked] = await Promise.all([
    billingStatusOf(services.db, scope),
    likedAmong(services.db, scope, ids),
  ])
  return likedOfViewer(
    services,
    scope,
    maySeeWhoLikes(model, membership) ? ids : ids.filter((id) => liked.has(id)),
  )
}

const notNowHandler = handle(notNow, async ({ body, scope, services }) => {
  const until = body.later === 'no' ? null : later(scope.at, NOT_NOW_FOR)
  if (!(await putOff(services.db, scope.member.id, body.id, until)))
    throw new ApiError('unavailable')
  return { ok: true as const, next: ownPath(body.back ?? null) ?? '/messages' }
})

export const waitingHandlers: Handler[] = [waitingHandler, notNowHandler]
