import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import { readingOf } from '#core/accounts/settings/settings.sql.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import type { Db } from '#db/connection.server.ts'
import { billingStatusOf } from '#money/checkout/billing-status.server.ts'
import { paidOn, partnerAccessOf } from '#money/checkout/partner/access.sql.ts'
import { brands } from '#sites/registry.ts'
import { mayWrite, readsOf, writingRulesOf } from '../writing/rules.ts'
import { typing } from './typing.contract.ts'
import { findListener, type TypingListener } from './typing.sql.ts'

/**
 * Less than the browser's own interval, so that a signal which was quick on its way still counts.
 */
const THROTTLE = { seconds: 2 }

const typingHandler = handle(typing, async ({ body, scope, services }) => {
  const { member, at } = scope
  const listener = await findListener(services.db, scope, body.id)
  if (!listener) throw new ApiError('unavailable')
  const isFirst = services.counts.hit(`typing:${member.id}:${body.id}`, THROTTLE, at).number === 1
  const on = isFirst ? await brandsToldOf(services.db, scope, body.id, listener) : []
  if (on.length > 0)
    await notifyMember(services.db, body.id, { type: 'typing', otherId: member.id, on })
  return { ok: true as const }
})

/**
 * The brands on which the other one is told. A first message comes unannounced, and one that cannot
 * be sent is not announced. Where somebody may not read what they receive, they do not learn that
 * it is being written either: that would be a reason to pay and nothing else.
 */
async function brandsToldOf(
  db: Db,
  scope: Scope,
  otherId: number,
  { isPaused, hasOpen }: TypingListener,
): Promise<string[]> {
  const { member, brand, at } = scope
  if (!member.showsReading || member.pausedAt !== null || isPaused || !hasOpen) return []
  const [reader, ofPartners, { membership, credits }] = await Promise.all([
    readingOf(db, otherId),
    partnerAccessOf(db, otherId),
    billingStatusOf(db, scope),
  ])
  if (!reader.shows || !mayWrite(writingRulesOf(brand.billing), membership, credits ?? 0).may)
    return []
  return brands
    .filter((one) => readsOf(paidOn(one, reader, ofPartners), one.billing, at) === 'all')
    .map(({ id }) => id)
}

export const typingHandlers: Handler[] = [typingHandler]
