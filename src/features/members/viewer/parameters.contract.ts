import { z } from 'zod'
import { endpoint } from '#api/contract.ts'
import { adSlots } from '#sites/ads.ts'

const country = z.object({ code: z.string(), name: z.string() })
const option = z.object({ value: z.string(), label: z.string() })
const legalText = z.object({
  title: z.string(),
  path: z.string(),
  version: z.string(),
  html: z.string(),
})

/** The user record of specification §3. */
const userInfo = z.object({
  username: z.string(),
  userId: z.number(),
  membership: z.enum(['premium', 'standard']),
  isExPremium: z.boolean(),
  isPremium: z.boolean(),
  emailCurrentUser: z.string(),
  subid: z.string().nullable(),
  billingPartner: z.number(),
  partnerBillingRedirectUrl: z.string().nullable(),
  hasInsufficientCreditsFlag: z.boolean(),
  neverUpgraded: z.boolean(),
  showFullPageAd: z.boolean(),
  showFullPageAdNuxt: z.boolean(),
  showAds: z.boolean(),
  footerAds: z.boolean(),
  justRegistered: z.boolean(),
  showUploadPhotoDescriptionBox: z.boolean(),
  affiliateOneClickBox: z.boolean(),
  affiliateOneClickBoxStep2: z.boolean(),
  affiliateOneClickBoxStep3: z.boolean(),
  showOneClickBox: z.boolean(),
})

const advertisement = z.object({
  id: z.string(),
  slot: z.enum(adSlots),
  image: z.string(),
  alt: z.string(),
  headline: z.string(),
  text: z.string(),
  action: z.string(),
  link: z.string(),
  weight: z.number(),
})

/** The site parameters of specification §3, in its order. */
const siteParameters = z.object({
  themeColors: z.record(z.string(), z.string()),
  parentSite: z.string(),
  s3Path: z.string(),
  companyName: z.string(),
  companyAddress: z.string(),
  companyCountry: z.string(),
  /**
   * Where members search, besides their own country (features/members/search/search-countries.ts).
   */
  searchcountries: z.array(country),
  isMobile: z.boolean(),
  campaignId: z.number(),
  isExternalUpgradeSite: z.boolean(),
  isResponsive: z.boolean(),
  monetizationFlag: z.boolean(),
  monetizationOptions: z.array(z.object({ id: z.number(), label: z.string() })),
  maxUpdateChars: z.number(),
  maxMessageChars: z.number(),
  isCreditsSite: z.boolean(),
  customFlowCredits: z.boolean(),
  countries: z.array(country),
  userInfo: userInfo.nullable(),
  classifiers: z.record(z.string(), z.array(option)),
  /** Ticked when joining, until one has chosen. */
  defaultLookingFor: z.array(z.string()),
  user: z.object({ userId: z.number(), username: z.string() }).nullable(),
  showUpgradeAfterRegister: z.boolean(),
  showOneDayFreeTrial: z.boolean(),
  genders: z.array(option),
  /**
   * By name alone in the specification: from a payment that has arrived, a member goes on to the
   * people.
   */
  subscribeToUsersPage: z.boolean(),
  siteDomain: z.string(),
  contentWall: z.boolean(),
  hasFreeMovies: z.boolean(),
  isMainstreamSite: z.boolean(),
  markAdvert: z.boolean(),
  showVirtualHottie: z.boolean(),
  supportEmail: z.string(),
  terms: z.array(legalText),
  privacyPolicy: z.array(legalText),
  cookiePolicy: z.array(legalText),
  notice2257: z.array(legalText),
  advertisement: z.array(advertisement),
  visitId: z.string(),
  adblockOptimiserAds: z.boolean(),
  siteShortName: z.string(),
  sendTrafficToIMLive: z.boolean(),
  siteName: z.string(),
  cupidDomain: z.string(),
  /**
   * By name alone in the specification: profiles show their photo in normal size (n) beside the
   * words, instead of large (l).
   */
  nProfileInsteadOfLprofile: z.boolean(),
  projectId: z.number(),
  showInteractionPopup: z.boolean(),
  chatListLayoutABTestSide: z.enum(['A', 'B']),
  defaultBirthDay: z.string(),
  creditsInfo: z.object({ currentCredits: z.number() }).nullable(),
  isExPremium: z.boolean(),
  seoTitle: z.string(),
  seoDescription: z.string(),
  seoKeywords: z.string(),
  showFullPageAdFS: z.boolean(),
  removeOptimiserRedirects: z.boolean(),
  monetizationPageViewsCount: z.number(),
  tmDomain: z.string(),
  groupIdExitPopup: z.number(),
  displayOneclickPopupOnExit: z.string(),
  oneSignalAppId: z.string().nullable(),
  scrollIntoPaymentForm: z.boolean(),
  audioMessageFS: z.boolean(),
  ccpInfo: z.string(),
})

export type SiteParameters = z.output<typeof siteParameters>
export type UserInfo = z.output<typeof userInfo>

export const getParameters = endpoint({
  method: 'get',
  path: '/site/getParameters',
  summary: 'Everything a page needs to know of the brand and of the person',
  access: 'anyone',
  query: z.object({ token: z.string().max(100).optional(), isNuxt: z.string().max(5).optional() }),
  answer: siteParameters,
})
