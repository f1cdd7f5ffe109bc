import { type Handler, handle } from '#api/call.server.ts'
import { recordNamedEvent } from '#members/viewer/tickers.sql.ts'
import { linkTargetOf } from '#sites/links.ts'
import { emailOffer } from './email-offers.contract.ts'

/**
 * Records only the member and the key, which is one of the brand's; other query data is untrusted.
 */
const emailOfferHandler = handle(emailOffer, async ({ query, scope, services }) => {
  const url = linkTargetOf(scope.brand.traffic.offers, query.key)
  if (url === null) return { url: '/dashboard' }
  await recordNamedEvent(services.db, scope.member.id, `emailOffer.${query.key}`, scope.at)
  return { url }
})

export const emailOfferHandlers: Handler[] = [emailOfferHandler]
