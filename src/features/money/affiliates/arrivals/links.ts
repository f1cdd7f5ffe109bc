import { canonicalAddress } from '#sites/crawlers.ts'
import { brands } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'

/** Pages on which one can join. */
export const landingPaths = ['/', '/promo/Affiliate', '/promo/oneClick'] as const
export type LandingPath = (typeof landingPaths)[number]
export const landingLabels: Record<LandingPath, string> = {
  '/': 'The landing page',
  '/promo/Affiliate': 'Joining in few steps',
  '/promo/oneClick': 'Joining in one step',
}

/** In which at least one brand takes money. */
export const soldCurrencies: readonly string[] = [
  ...new Set(brands.flatMap(({ billing }) => pricesOf(billing))),
].toSorted()

function pricesOf(billing: Brand['billing']): string[] {
  if (billing.model === 'subscription') return billing.plans.map(({ price }) => price.currency)
  return billing.model === 'credits' ? billing.packs.map(({ price }) => price.currency) : []
}

/** What an affiliate copies; whatever they write behind `subid=` comes back with each commission. */
export function campaignLink(
  brand: Brand,
  path: string,
  affiliate: string,
  campaign: string,
): string {
  const query = new URLSearchParams({ affiliateId: affiliate, campaignId: campaign })
  return `${canonicalAddress(brand, path)}?${query.toString()}&subid=`
}

export const ownPagePath = (key: string) => `/affiliates/${key}`
export const staffAffiliatePath = (code: string) => `/staff/affiliate/${encodeURIComponent(code)}`
