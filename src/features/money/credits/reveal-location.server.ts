import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import { claimOf, once } from '#api/idempotency.server.ts'
import type { Scope } from '#api/member.server.ts'
import { knownMember, visiblePoint } from '#core/people/shown-to/visible.sql.ts'
import { whereabouts } from '#core/places/bearings.ts'
import { unitOf } from '#core/places/distances.ts'
import type { Point } from '#core/places/places.ts'
import type { Trx } from '#db/connection.server.ts'
import { payForLocation } from './location-reveals.sql.ts'
import { revealLocation } from './reveal-location.contract.ts'

const revealHandler = handle(revealLocation, async (call) => {
  const { body, scope, services, at } = call
  const { member, brand } = scope
  const { billing } = brand
  if (billing.model !== 'credits')
    throw new ApiError('forbidden', `Locations are not for sale on ${brand.name}.`)
  const claim = claimOf(call, 'POST /billing/revealLocation', member.id)
  return once(services.db, { ...claim, key: claim.key ?? body.key ?? null }, async (trx) => {
    const point = await pointOf(trx, scope, body.id)
    const currentCredits = await payForLocation(trx, member.id, body.id, {
      credits: billing.prices.revealLocation,
      at,
    })
    return {
      location: whereabouts(member, point, unitOf(member)),
      currentCredits,
      next: `/profile/view/id/${body.id}#location`,
    }
  })
})

async function pointOf(trx: Trx, scope: Scope, otherId: number): Promise<Point> {
  const point = await visiblePoint(trx, scope, otherId)
  if (point) return point
  throw new ApiError('unavailable', `${await whyNot(trx, scope, otherId)} Nothing was spent.`)
}

/** Whom not everybody finds is still known to those they have written with. */
async function whyNot(trx: Trx, scope: Scope, otherId: number): Promise<string> {
  const known = await knownMember(trx, scope, otherId)
  if (!known) return 'This member is no longer available.'
  if (known.isPaused) return 'They are taking a break. You can ask again when they are back.'
  return 'They show where they are only to people they like.'
}

export const revealLocationHandlers: Handler[] = [revealHandler]
