import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type Handler, handle } from '#api/call.server.ts'
import { fieldError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import type { Trx } from '#db/connection.server.ts'
import { AHEAD, isAhead } from '#money/orders/event-time.ts'
import { keepEvent, noteOutcome } from '#money/orders/webhook-events.sql.ts'
import { serverAddress, signedPost } from '#money/processors/gateway/gateway-calls.server.ts'
import { type Host, originOf } from '#sites/hosts.ts'
import { brandById } from '#sites/registry.ts'
import { FOR_GOOD, lockAccess, partnerReference, setAccess } from './access.sql.ts'
import { type PartnerEvent, partnerWebhook, upgradePassthroughUrl } from './passthrough.contract.ts'

/** Where the member comes back to; the webhook may still be on its way. */
const BACK = '/billing/upgrade?partner=back'
/** Specification §8. */
const FALLBACK = '/dashboard'

const session = z.object({ url: z.url() })

const passthroughHandler = handle(
  upgradePassthroughUrl,
  async ({ scope, query, services, host }) => {
    if (scope.brand.billing.model !== 'partner')
      return { status: 'ok' as const, url: '/billing/upgrade' }
    try {
      return {
        status: 'ok' as const,
        url: await partnerAddress(services, scope, host, query.upgradeSourceType ?? ''),
      }
    } catch (error) {
      services.log.error(
        { error, brand: scope.brand.id },
        'the billing partner did not say where to go',
      )
      return { status: 'failed' as const, url: FALLBACK }
    }
  },
)

/** Asks the partner for an address of its own for this member. Throws if it gives none. */
async function partnerAddress(
  services: Services,
  { brand, member, at }: Scope,
  host: Host,
  upgradeSourceType: string,
): Promise<string> {
  const { partner } = services.settings
  if (!partner || brand.billing.model !== 'partner')
    throw new Error('no billing partner is configured')
  const reference = await partnerReference(services.db, {
    accountId: member.id,
    brand: brand.id,
    reference: randomBytes(18).toString('base64url'),
    at,
  })
  const asked = {
    member: reference,
    partner: brand.billing.partner,
    site: brand.name,
    upgradeSourceType,
    back: originOf('pages', host, services.address) + BACK,
  }
  const answer = await signedPost(
    serverAddress('/session', partner.origin),
    partner.secret,
    asked,
    at,
  )
  const { url } = session.parse(await answer.json())
  // Members are sent nowhere but to the partner that is configured.
  if (new URL(url).origin !== partner.origin)
    throw new Error('the billing partner named an address that is not its own')
  return url
}

const PROVIDER = 'partner'
type Outcome = 'applied' | 'settledBefore' | 'unknownType' | 'unknownMember' | 'otherPartner'

const partnerWebhookHandler = handle(partnerWebhook, async ({ body: event, services, at }) => {
  if (isAhead(new Date(event.occurredAt), at)) throw fieldError('occurredAt', AHEAD)
  const outcome = await services.db.transaction().execute(async (trx) => {
    if (!(await keepEvent(trx, PROVIDER, event, at))) return 'repeated'
    const applied = await applyEvent(trx, event)
    await noteOutcome(trx, PROVIDER, event.id, applied, at)
    return applied
  })
  const level = outcome === 'applied' || outcome === 'repeated' ? 'info' : 'warn'
  services.log[level]({ event: event.id, type: event.type, outcome }, 'partner access reported')
  return { ok: true as const }
})

async function applyEvent(trx: Trx, event: PartnerEvent): Promise<Outcome> {
  if (event.type !== 'access.granted' && event.type !== 'access.ended') return 'unknownType'
  const held = await lockAccess(trx, event.member)
  if (!held) return 'unknownMember'
  const billing = brandById(held.brand)?.billing
  if (billing?.model !== 'partner' || billing.partner !== event.partner) return 'otherPartner'
  const changedAt = new Date(event.occurredAt)
  if (held.changedAt !== null && held.changedAt >= changedAt) return 'settledBefore'
  const isGranted = event.type === 'access.granted'
  const until = isGranted ? (event.until === null ? FOR_GOOD : new Date(event.until)) : null
  await setAccess(trx, event.member, {
    until,
    grantedAt: held.grantedAt ?? (isGranted ? changedAt : null),
    changedAt,
  })
  await notifyMember(trx, held.accountId, { type: 'tickers' })
  return 'applied'
}

export const partnerHandlers: Handler[] = [passthroughHandler, partnerWebhookHandler]
