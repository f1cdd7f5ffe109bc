import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import { noteFullPageAdSeen } from '#core/accounts/accounts.sql.ts'
import { addressOfLink } from './ad-links.server.ts'
import { fullPageAd, monetisationUrl, trackEvent } from './ads.contract.ts'
import { bookedAdId } from './booked/ad-limits.ts'
import { runningAdsOn } from './booked/running-ads.server.ts'
import { nextFullPageAd } from './full-page-ad.ts'
import { countAd } from './report/ad-counter.server.ts'

const fullPageHandler = handle(fullPageAd, async ({ brand }) => {
  if (!brand.flags.showFullPageAdFS) throw new ApiError('notFound')
  return {
    options: brand.monetizationOptions.map(({ id, label }) => ({ id, label })),
  }
})

const urlHandler = handle(monetisationUrl, async ({ query, brand, services }) => {
  const option = brand.monetizationOptions.find(({ id }) => id === query.monetisationOptionId)
  if (!option) throw new ApiError('notFound')
  return { url: addressOfLink(option.link, services) }
})

const trackHandler = handle(trackEvent, async ({ body, scope, services }) => {
  const { brand, member, at } = scope
  const booked = (await runningAdsOn(services, brand, at)).map(({ id, slot }) => ({
    id: bookedAdId(id),
    slot,
  }))
  const ad = [...brand.ads, ...brand.zones, ...booked].find(({ id }) => id === body.ad)
  if (!ad) throw new ApiError('notFound')
  await countAd(services, {
    brand: brand.id,
    ad: ad.id,
    event: body.event,
    day: at.toISOString().slice(0, 10),
  })
  if (ad.slot === 'fullPage' && body.event === 'view')
    await noteFullPageAdSeen(services.db, member.id, nextFullPageAd(at))
  return { ok: true as const }
})

export const adHandlers: Handler[] = [fullPageHandler, urlHandler, trackHandler]
