import { type Handler, handle, type CallContext } from '#api/call.server.ts'
import type { Member } from '#api/member.server.ts'
import type { LegalName } from '#content/kinds.ts'
import type { Library } from '#content/library.ts'
import { openLink } from '#core/accounts/mailed-links/mailed-links.server.ts'
import { classifiers } from '#core/people/classifiers.ts'
import { countries } from '#core/places/countries.ts'
import { advertisementOf } from '#money/ads/ad-links.server.ts'
import { isMobile } from '#money/ads/is-mobile.ts'
import { popunderFlagOf, withReachableTraffic } from '#money/ads/popunder/monetisation.ts'
import { genders } from '#sites/genders.ts'
import { originOf } from '#sites/hosts.ts'
import type { Brand } from '#sites/site.ts'
import { getParameters, type SiteParameters } from './parameters.contract.ts'
import { memberSummaryOf } from './viewer.server.ts'
import { visitIdOf } from './visit-id.server.ts'

const parametersHandler = handle(getParameters, async (call) => {
  const { query, services, host, member, headers } = call
  if (query.token !== undefined) {
    const { cookies } = await openLink(services, query.token, host, '/dashboard')
    for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  }
  return {
    ...(await brandParameters(call)),
    visitId: visitIdOf(member, services.settings.sessionSecret),
    ...(await memberParameters(call, member)),
  }
})

/** A legal text as a list of one; the specification's lists could hold several. */
function legalList(library: Library, name: LegalName, brand: Brand) {
  const { title, version, html } = library.legal(name, brand)
  return [{ title, path: `/site/${name}`, version, html }]
}

async function brandParameters({ brand, host, services, request, at }: CallContext) {
  const { flags, theme, traffic, billing, limits, legal: company } = brand
  const texts = services.texts.library()
  const { seo } = texts.asPublished(brand)
  return {
    themeColors: {
      primary: theme.primary,
      secondary: theme.secondary,
      background: theme.background,
      backgroundDark: theme.backgroundDark,
      text: theme.text,
    },
    parentSite: brand.id,
    s3Path: originOf('media', host, services.address),
    companyName: company.companyName,
    companyAddress: company.companyAddress,
    companyCountry: company.companyCountry,
    searchcountries: countries.filter((country) => brand.searchCountries.includes(country.code)),
    isMobile: isMobile(request.headers.get('User-Agent')),
    campaignId: traffic.campaignId,
    isExternalUpgradeSite: billing.model === 'partner',
    isResponsive: flags.isResponsive,
    monetizationFlag: flags.monetizationFlag,
    monetizationOptions: brand.monetizationOptions.map(({ id, label }) => ({ id, label })),
    maxUpdateChars: limits.maxUpdateChars,
    maxMessageChars: limits.maxMessageChars,
    isCreditsSite: billing.model === 'credits',
    customFlowCredits: billing.model === 'credits' && billing.customFlow,
    countries: [...countries],
    classifiers: {
      gender: [...genders],
      lookingFor: [...genders],
      ...Object.fromEntries(classifiers.map(({ name, options }) => [name, [...options]])),
    },
    defaultLookingFor: brand.defaultLookingFor,
    showUpgradeAfterRegister: flags.showUpgradeAfterRegister,
    showOneDayFreeTrial: billing.model === 'subscription' && billing.oneDayFreeTrial,
    genders: [...genders],
    subscribeToUsersPage: flags.subscribeToUsersPage,
    siteDomain: host.domain,
    contentWall: flags.contentWall,
    hasFreeMovies: flags.hasFreeMovies,
    isMainstreamSite: flags.isMainstreamSite,
    markAdvert: flags.markAdvert,
    showVirtualHottie: flags.showVirtualHottie,
    supportEmail: company.supportEmail,
    terms: legalList(texts, 'terms', brand),
    privacyPolicy: legalList(texts, 'privacy', brand),
    cookiePolicy: legalList(texts, 'cookiePolicy', brand),
    notice2257: legalList(texts, '2257Notice', brand),
    advertisement: await advertisementOf(services, host, at),
    adblockOptimiserAds: flags.adblockOptimiserAds,
    siteShortName: brand.shortName,
    sendTrafficToIMLive: flags.sendTrafficToIMLive,
    siteName: brand.name,
    cupidDomain: host.domain,
    nProfileInsteadOfLprofile: flags.nProfileInsteadOfLprofile,
    projectId: brand.projectId,
    showInteractionPopup: flags.showInteractionPopup,
    chatListLayoutABTestSide: flags.chatListLayoutABTestSide,
    defaultBirthDay: brand.defaultBirthDay,
    seoTitle: seo.title,
    seoDescription: seo.description,
    seoKeywords: seo.keywords,
    showFullPageAdFS: flags.showFullPageAdFS,
    removeOptimiserRedirects: flags.removeOptimiserRedirects,
    monetizationPageViewsCount: flags.monetizationPageViewsCount,
    tmDomain: withReachableTraffic(brand, services.settings).traffic.tmDomain,
    groupIdExitPopup: traffic.groupIdExitPopup,
    oneSignalAppId: brand.oneSignalAppId,
    scrollIntoPaymentForm: flags.scrollIntoPaymentForm,
    audioMessageFS: flags.audioMessageFS,
  }
}

type PersonalParameters = Pick<
  SiteParameters,
  'userInfo' | 'user' | 'creditsInfo' | 'isExPremium' | 'displayOneclickPopupOnExit' | 'ccpInfo'
>

async function memberParameters(
  { services, brand, at }: CallContext,
  member: Member | null,
): Promise<PersonalParameters> {
  if (!member) {
    return {
      userInfo: null,
      user: null,
      creditsInfo: null,
      isExPremium: false,
      displayOneclickPopupOnExit: 'false',
      ccpInfo: '{}',
    }
  }
  const { userInfo, credits, ccpInfo } = await memberSummaryOf(services, brand, member, at)
  return {
    userInfo,
    user: { userId: userInfo.userId, username: userInfo.username },
    creditsInfo: credits === null ? null : { currentCredits: credits },
    isExPremium: userInfo.isExPremium,
    displayOneclickPopupOnExit: popunderFlagOf(brand, member, userInfo),
    ccpInfo,
  }
}

export const parametersHandlers: Handler[] = [parametersHandler]
