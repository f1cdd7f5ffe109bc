import type { Settings } from '#settings.ts'
import type { Brand } from '#sites/site.ts'
import type { PageViews } from '../page-views.ts'
import type { PopunderTraffic } from './popunder.ts'

/**
 * What a page's script needs of ads between pages and behind them; it is in the page as an
 * attribute.
 */
export type Monetisation = {
  popunder: { flag: string; traffic: PopunderTraffic } | null
  pageViews: PageViews | null
}

/**
 * Outside production, popunders open a page of the partner's sandbox: the addresses in the folders
 * of the demo's brands lead nowhere.
 */
export function withReachableTraffic(
  brand: Brand,
  { production, partner }: Pick<Settings, 'production' | 'partner'>,
): Brand {
  if (production || partner === null) return brand
  const tmDomain = `${partner.origin}/traffic`
  const trafficUrl = brand.traffic.trafficUrl === null ? null : tmDomain
  return { ...brand, traffic: { ...brand.traffic, tmDomain, trafficUrl } }
}

type AdViewer = {
  email: string
  subid: string | null
  sharingAcceptedAt: Date | null
  popunderSeenAt: Date | null
}

/**
 * `displayOneclickPopupOnExit`. Who sees no ads gets no popunder either: the privacy policy
 * promises it.
 */
export function popunderFlagOf(
  { flags }: Brand,
  { popunderSeenAt }: Pick<AdViewer, 'popunderSeenAt'>,
  { showAds }: { showAds: boolean },
): 'true' | 'false' {
  return flags.displayOneclickPopupOnExit && showAds && popunderSeenAt === null ? 'true' : 'false'
}

/**
 * E-mail address and subid are known to an outside party only of those who opted in (decisions §7).
 */
export function popunderTrafficOf(
  { flags, traffic, shortName }: Brand,
  member: AdViewer,
  isMobile: boolean,
): PopunderTraffic {
  const isShared = member.sharingAcceptedAt !== null
  return {
    sendTrafficToIMLive: flags.sendTrafficToIMLive,
    trafficUrl: traffic.trafficUrl,
    tmDomain: traffic.tmDomain,
    groupIdExitPopup: traffic.groupIdExitPopup,
    siteShortName: shortName,
    isMobile,
    email: isShared ? member.email : null,
    subid: isShared ? member.subid : null,
  }
}

export function monetisationOf(
  brand: Brand,
  member: AdViewer,
  user: { showAds: boolean },
  isMobile: boolean,
): Monetisation | null {
  const flag = popunderFlagOf(brand, member, user)
  const popunder =
    flag === 'true' ? { flag, traffic: popunderTrafficOf(brand, member, isMobile) } : null
  const {
    showFullPageAdFS,
    monetizationFlag,
    monetizationPageViewsCount,
    removeOptimiserRedirects,
  } = brand.flags
  const pageViews =
    user.showAds && showFullPageAdFS
      ? { monetizationFlag, monetizationPageViewsCount, removeOptimiserRedirects }
      : null
  return popunder === null && pageViews === null ? null : { popunder, pageViews }
}
