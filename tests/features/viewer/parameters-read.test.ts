import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { virtualProfileOf } from '../../../src/features/discovery/virtual-profile.ts'
import { getParameters } from '../../../src/features/viewer/parameters.contract.ts'
import { viewportOf } from '../../../src/layouts/viewport.ts'
import { brands } from '../../../src/sites/registry.ts'
import { filesIn, readText } from '../../architecture/sources.ts'

/** "Every parameter is obeyed": who reads each field of specification §3, as it is called there or in a brand's file. */
const readBy: Readonly<Record<string, readonly [file: string, read: RegExp]>> = {
  themeColors: ['src/layouts/Document.astro', /brand\.theme\.background\b/],
  parentSite: ['src/layouts/Document.astro', /data-brand=\{brand\.id\}/],
  s3Path: ['src/pages/billing/upgrade.astro', /s3Path/],
  companyName: ['src/layouts/SiteFooter.astro', /legal\.companyName/],
  companyAddress: ['src/layouts/SiteFooter.astro', /legal\.companyAddress/],
  companyCountry: ['src/layouts/SiteFooter.astro', /legal\.companyCountry/],
  searchcountries: ['src/features/places/fields/Country.astro', /searchCountries/],
  isMobile: ['src/features/monetisation/popunder.ts', /traffic\.isMobile/],
  campaignId: ['src/features/joining/registration.server.ts', /campaignId/],
  isExternalUpgradeSite: ['src/features/billing/upgrade-label.ts', /isExternalUpgradeSite/],
  monetizationFlag: ['src/features/monetisation/page-views.ts', /monetizationFlag && /],
  monetizationOptions: ['src/features/monetisation/ads.server.ts', /brand\.monetizationOptions/],
  maxUpdateChars: ['src/features/updates/updates.server.ts', /maxUpdateChars/],
  maxMessageChars: ['src/features/messaging/sending.server.ts', /maxMessageChars/],
  isCreditsSite: ['src/features/viewer/viewer.server.ts', /billing\.model === 'credits'/],
  countries: ['src/features/places/fields/Country.astro', /countries/],
  userInfo: ['src/layouts/MemberLayout.astro', /userInfo/],
  classifiers: ['src/features/people/FactsForm.astro', /classifiers/],
  genders: ['src/features/joining/registration.contract.ts', /genders/],
  defaultLookingFor: ['src/features/joining/RegisterForm.astro', /defaultLookingFor/],
  user: ['src/layouts/AccountMenu.astro', /member\.username/],
  showUpgradeAfterRegister: ['src/features/onboarding/completion.server.ts', /showUpgradeAfterRegister/],
  showOneDayFreeTrial: ['src/features/billing/offers.ts', /oneDayFreeTrial/],
  subscribeToUsersPage: ['src/pages/billing/upgrade.astro', /subscribeToUsersPage/],
  siteDomain: ['src/front-door/links.server.ts', /host\.domain/],
  contentWall: ['src/pages/contentWall.astro', /flags\.contentWall/],
  hasFreeMovies: ['src/pages/freeMovies.astro', /flags\.hasFreeMovies/],
  isMainstreamSite: ['src/layouts/Document.astro', /flags\.isMainstreamSite/],
  markAdvert: ['src/layouts/MemberLayout.astro', /flags\.markAdvert/],
  supportEmail: ['src/features/leaving/mails.ts', /supportEmail/],
  terms: ['src/layouts/SiteFooter.astro', /\/site\/terms/],
  privacyPolicy: ['src/layouts/SiteFooter.astro', /\/site\/privacy/],
  cookiePolicy: ['src/layouts/SiteFooter.astro', /\/site\/cookiePolicy/],
  notice2257: ['src/layouts/SiteFooter.astro', /\/site\/2257Notice/],
  advertisement: ['src/features/monetisation/AdSlot.astro', /adIn\(place, ads/],
  siteShortName: ['src/features/monetisation/popunder.ts', /traffic\.siteShortName/],
  sendTrafficToIMLive: ['src/features/monetisation/popunder.ts', /traffic\.sendTrafficToIMLive/],
  siteName: ['src/layouts/Document.astro', /brand\.name/],
  nProfileInsteadOfLprofile: ['src/pages/profile/view/id/[id].astro', /nProfileInsteadOfLprofile/],
  defaultBirthDay: ['src/features/joining/BirthdayCheck.astro', /defaultBirthDay/],
  customFlowCredits: ['src/features/billing/InsufficientCredits.astro', /billing\.customFlow/],
  creditsInfo: ['src/layouts/MemberBar.astro', /credits/],
  isExPremium: ['src/features/billing/upgrade-label.ts', /isExPremium/],
  seoTitle: ['src/layouts/Document.astro', /seo\.title/],
  seoDescription: ['src/layouts/SearchListing.astro', /seo\.description/],
  seoKeywords: ['src/layouts/SearchListing.astro', /seo\.keywords/],
  showFullPageAdFS: ['src/features/monetisation/full-page-ad.ts', /flags\.showFullPageAdFS/],
  removeOptimiserRedirects: ['src/features/monetisation/page-views.ts', /navigation\.removeOptimiserRedirects/],
  monetizationPageViewsCount: ['src/features/monetisation/page-views.ts', /views >= monetizationPageViewsCount/],
  tmDomain: ['src/features/monetisation/popunder.ts', /traffic\.tmDomain/],
  groupIdExitPopup: ['src/features/monetisation/popunder.ts', /traffic\.groupIdExitPopup/],
  displayOneclickPopupOnExit: ['src/features/monetisation/monetisation.ts', /flags\.displayOneclickPopupOnExit/],
  scrollIntoPaymentForm: ['src/pages/billing/upgrade.astro', /scrollIntoPaymentForm/],
  isResponsive: ['src/layouts/Document.astro', /viewportOf\(brand\)/],
  showVirtualHottie: ['src/pages/search/[...page].astro', /<VirtualProfile brand=\{brand\}/],
  visitId: ['src/features/viewer/page-errors.server.ts', /visitIdOf\(member/],
  adblockOptimiserAds: ['src/layouts/MemberLayout.astro', /fallsBack: hostBrand\.flags\.adblockOptimiserAds/],
  cupidDomain: ['src/sites/hosts.ts', /'cupidredirect\.'/],
  projectId: ['src/mail/queue.server.ts', /brand\.projectId/],
  showInteractionPopup: ['src/layouts/MemberLayout.astro', /showsNews=\{hostBrand\.flags\.showInteractionPopup\}/],
  chatListLayoutABTestSide: ['src/pages/messages.astro', /data-chat-list=\{brand\.flags\.chatListLayoutABTestSide\}/],
  audioMessageFS: ['src/pages/messages.astro', /flags\.audioMessageFS/],
  ccpInfo: ['src/features/billing/Upgrade.tsx', /ccpInfo/],
}

/** Served by the specification's name for other programs than ours, with the decision that keeps our own pages from reading it. */
const forOthersOnly: Readonly<Record<string, { decision: string; isKept: () => boolean }>> = {
  oneSignalAppId: {
    decision: 'decisions §1 lets it differ over brands; notices go by the browser’s own push (RFC 8030), so that no script of a third party runs here',
    isKept: () =>
      filesIn('src').every((file) => !/onesignal\.com|OneSignalSDK/i.test(readText(file))) && existsSync('src/features/notifications/push.server.ts'),
  },
}

test('every parameter has a reader, or a decision that it is for others', () => {
  const served = Object.keys(getParameters.answer.shape)
  expect([...Object.keys(readBy), ...Object.keys(forOthersOnly)].toSorted()).toEqual(served.toSorted())
})

test.each(Object.entries(readBy))('%s is read', (_, [file, read]) => {
  expect(readFileSync(file, 'utf8')).toMatch(read)
})

test.each(Object.entries(forOthersOnly))('%s is for other programs alone', (_, { isKept }) => {
  expect(isKept()).toBe(true)
})

test('a brand that is not responsive has the large layout on every screen', () => {
  expect(viewportOf({ flags: { isResponsive: true } })).toMatch(/^width=device-width/)
  expect(viewportOf({ flags: { isResponsive: false } })).toBe('width=1200')
})

test('the card of showVirtualHottie is off everywhere, and where it is turned on says that it is no person', () => {
  expect(brands.filter((brand) => virtualProfileOf(brand) !== null)).toEqual([])
  const shown = virtualProfileOf({ flags: { showVirtualHottie: true } })
  expect(shown?.label).toBe('Virtual profile – not a person')
  expect(shown?.words).toContain('does not write, like or visit')
  // It leads nowhere, and nothing on it can be liked or written to.
  expect(readFileSync('src/features/discovery/VirtualProfile.astro', 'utf8')).not.toMatch(/href|<button|<form|data-like/)
})
