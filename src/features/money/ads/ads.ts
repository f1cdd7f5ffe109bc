import type { adSlots } from '#sites/ads.ts'
import { withoutIndex } from '#sites/routes.ts'

export const adEvents = ['view', 'click'] as const
export type AdEvent = (typeof adEvents)[number]

export type AdSlot = (typeof adSlots)[number]

/** An ad of the `advertisement` parameter, its link resolved to an address. */
export type Advertisement = {
  id: string
  slot: AdSlot
  image: string
  alt: string
  headline: string
  text: string
  action: string
  link: string
  /** How often it is shown, compared with others of its slot. */
  weight: number
}

type AdViewer = { showAds: boolean; footerAds: boolean }

/**
 * Specification §2, "Ads and external scripts are hidden on …", in its order, and two pages like
 * them. `/*` is every page below.
 */
export const adFreePages = [
  '/site/about',
  '/site/terms',
  '/site/privacy',
  '/site/2257Notice',
  '/site/cookiePolicy',
  '/help',
  '/help/*',
  '/fullPageAd',
  '/emailOfferRedirect',
  '/',
  '/billing/*',
  '/site/trust',
  '/site/safety',
] as const

function isAdFree(path: string): boolean {
  const plain = withoutIndex(path)
  return adFreePages.some((page) =>
    page.endsWith('/*') ? plain.startsWith(page.slice(0, -1)) : plain === page,
  )
}

/**
 * Specification §2: who sees ads on a page, and in its footer. `path` is without a sister site's
 * prefix.
 */
export function mayShowAd(slot: AdSlot, path: string, { showAds, footerAds }: AdViewer): boolean {
  if (!showAds) return false
  if (slot === 'fullPage') return withoutIndex(path) === '/fullPageAd'
  return !isAdFree(path) && (slot !== 'footer' || footerAds)
}

/** The ad of a slot, or null; where there are several, `turn` says which, by their weights. */
export function adIn(
  slot: AdSlot,
  ads: readonly Advertisement[],
  { path, user, turn }: { path: string; user: AdViewer; turn: number },
): Advertisement | null {
  if (!mayShowAd(slot, path, user)) return null
  const turns = ads
    .filter((one) => one.slot === slot)
    .flatMap((one) => Array.from({ length: one.weight }, () => one))
  return turns[turn % turns.length] ?? null
}

/** The zone of a slot, or null: external scripts are hidden where ads are (specification §2). */
export function zoneIn<Zone extends { slot: AdSlot }>(
  slot: AdSlot,
  zones: readonly Zone[],
  { path, user }: { path: string; user: AdViewer },
): Zone | null {
  return mayShowAd(slot, path, user) ? (zones.find((zone) => zone.slot === slot) ?? null) : null
}
