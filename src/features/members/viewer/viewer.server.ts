import { countCall } from '#api/limits.server.ts'
import type { Member } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { type CreditStatus, membershipOn } from '#core/accounts/standing/membership.ts'
import { pollLimit } from '#core/live/tickers.contract.ts'
import type { Tickers } from '#core/live/tickers.ts'
import { advertisementOf } from '#money/ads/ad-links.server.ts'
import type { Advertisement } from '#money/ads/ads.ts'
import { isFullPageAdDue } from '#money/ads/full-page-ad.ts'
import { isMobile } from '#money/ads/is-mobile.ts'
import {
  type Monetisation,
  monetisationOf,
  withReachableTraffic,
} from '#money/ads/popunder/monetisation.ts'
import { knownCreditStatus } from '#money/credits/credits.server.ts'
import { type Upgrade, upgradeFor } from '#money/prices/upgrade-label.ts'
import { PASSTHROUGH_PAGE } from '#money/prices/upgrade-source.ts'
import { type Host, originOf } from '#sites/hosts.ts'
import type { Brand } from '#sites/site.ts'
import { flagsOf, hasFullAccess } from '../onboarding/steps.ts'
import type { UserInfo } from './parameters.contract.ts'
import { knownNews } from './tickers.server.ts'

export type MemberSummary = {
  userInfo: UserInfo
  /** Null on brands without credits. */
  credits: number | null
  /** A JSON string, as the specification says: country and place. */
  ccpInfo: string
}

/**
 * The signed-in member of a page: for its layout and as the initial state of the islands' stores.
 */
export type Viewer = MemberSummary & {
  tickers: Tickers
  /** In milliseconds; the counters include all that happened before. */
  countedAt: number
  upgrade: Upgrade
  s3Path: string
  /** Empty for who sees none. */
  ads: readonly Advertisement[]
  /** Null where none of it concerns the page. */
  monetisation: Monetisation | null
  reportsErrors: boolean
}

/**
 * The viewer of a page, made once per request. Throws ApiError `tooMany`: a page counts as one poll
 * of the tickers.
 */
export async function viewerOf(
  services: Services,
  host: Host,
  member: Member,
  { ip, request }: { ip: string; request: Request },
): Promise<Viewer> {
  const { brand } = host
  const at = services.clock.now()
  await countCall(services, pollLimit, { member, ip }, at)
  const mayBrowse = member.terms === 'accepted' && hasFullAccess(member.openSteps)
  const [person, tickers] = await Promise.all([
    memberSummaryOf(services, brand, member, at),
    knownNews(services, { brand, member, at }),
  ])
  return {
    ...person,
    tickers,
    countedAt: at.getTime(),
    upgrade: upgradeFor(person.userInfo, brand.billing.model),
    s3Path: originOf('media', host, services.address),
    ads: mayBrowse && person.userInfo.showAds ? await advertisementOf(services, host, at) : [],
    monetisation: monetisationOf(
      withReachableTraffic(brand, services.settings),
      member,
      person.userInfo,
      isMobile(request.headers.get('User-Agent')),
    ),
    reportsErrors: services.errorService !== null,
  }
}

export async function memberSummaryOf(
  services: Pick<Services, 'db' | 'remembered'>,
  brand: Brand,
  member: Member,
  at: Date,
): Promise<MemberSummary> {
  const creditStatus =
    brand.billing.model === 'credits' ? await knownCreditStatus(services, member.id, at) : null
  return {
    userInfo: userInfoOf(brand, member, creditStatus, at),
    credits: creditStatus && creditStatus.credits,
    ccpInfo: JSON.stringify({ country: member.country, place: member.placeName }),
  }
}

function userInfoOf(
  brand: Brand,
  member: Member,
  creditStatus: CreditStatus | null,
  at: Date,
): UserInfo {
  const { flags, billing } = brand
  const membership = membershipOn(billing, member, creditStatus, at)
  const fullPageAdDue = isFullPageAdDue(brand, member, at)
  const seesAds = flags.showAds && !membership.isPremium
  return {
    username: member.username,
    userId: member.id,
    ...membership,
    emailCurrentUser: member.email,
    subid: member.subid,
    billingPartner: billing.model === 'partner' ? billing.partner : 0,
    partnerBillingRedirectUrl:
      billing.model === 'partner' && !membership.isPremium ? PASSTHROUGH_PAGE : null,
    showFullPageAd: fullPageAdDue,
    showFullPageAdNuxt: fullPageAdDue,
    showAds: seesAds,
    footerAds: seesAds && flags.footerAds,
    ...flagsOf(member.openSteps),
  }
}
