import { describe, expect, test } from 'vitest'
import { DAY, MINUTE } from '#lib/clock.ts'
import { app, setsAccount, type Visitor, withApp } from '#tests/support/app.ts'
import { becomesPremium, type CastMember, joins } from '#tests/support/cast.ts'

/**
 * GET /site/getParameters: what a page needs to know (specification §3, whose lists are copied here
 * by hand).
 */

type Parameters = Record<string, unknown> & { userInfo: Record<string, unknown> | null }

const siteParameters =
  `themeColors, parentSite, s3Path, companyName, companyAddress, companyCountry, searchcountries, isMobile,
  campaignId, isExternalUpgradeSite, isResponsive, monetizationFlag, monetizationOptions, maxUpdateChars, maxMessageChars,
  isCreditsSite, customFlowCredits, countries, userInfo, classifiers, defaultLookingFor, user, showUpgradeAfterRegister,
  showOneDayFreeTrial, genders, subscribeToUsersPage, siteDomain, contentWall, hasFreeMovies, isMainstreamSite, markAdvert,
  showVirtualHottie, supportEmail, advertisement, visitId, adblockOptimiserAds, siteShortName, sendTrafficToIMLive, siteName,
  cupidDomain, nProfileInsteadOfLprofile, projectId, showInteractionPopup, chatListLayoutABTestSide, defaultBirthDay,
  creditsInfo, isExPremium, seoTitle, seoDescription, seoKeywords, showFullPageAdFS, removeOptimiserRedirects,
  monetizationPageViewsCount, tmDomain, groupIdExitPopup, displayOneclickPopupOnExit, oneSignalAppId, scrollIntoPaymentForm,
  audioMessageFS, ccpInfo`.split(/,\s*/)

/** "Legal text lists (terms, privacy policy, cookie policy, 2257 notice)", under names of ours. */
const legalLists = ['terms', 'privacyPolicy', 'cookiePolicy', 'notice2257']

const userInfo =
  `username, userId, membership, isExPremium, isPremium, emailCurrentUser, subid, billingPartner,
  partnerBillingRedirectUrl, hasInsufficientCreditsFlag, neverUpgraded, showFullPageAd, showFullPageAdNuxt, showAds, footerAds,
  justRegistered, showUploadPhotoDescriptionBox, affiliateOneClickBox, affiliateOneClickBoxStep2, affiliateOneClickBoxStep3,
  showOneClickBox`.split(/,\s*/)

withApp()

async function parametersOf(
  visitor: Visitor,
  headers: Record<string, string> = {},
): Promise<Parameters> {
  const answer = await visitor.request('/site/getParameters?isNuxt=1', { headers })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Parameters
}

let count = 0
function member(brand: string, more: { steps?: readonly string[] } = {}): Promise<CastMember> {
  count += 1
  return joins(app, { brand, username: `Member${count}`, ...more })
}

test.each([
  [
    'adultcrush',
    {
      campaignId: 0,
      projectId: 1,
      supportEmail: 'support@adultcrush.example',
      siteDomain: 'adultcrush.localhost',
      cupidDomain: 'adultcrush.localhost',
      showUpgradeAfterRegister: false,
      monetizationOptions: [
        { id: 1, label: 'Have a look at WivesNow' },
        { id: 2, label: 'Have a look at LocalHussies' },
      ],
      oneSignalAppId: null,
    },
  ],
  ['wivesnow', { campaignId: 12, projectId: 2, monetizationOptions: [] }],
  [
    'xmeeting',
    {
      campaignId: 7,
      projectId: 3,
      supportEmail: 'support@xmeeting.example',
      siteDomain: 'xmeeting.localhost',
      cupidDomain: 'xmeeting.localhost',
      showUpgradeAfterRegister: true,
    },
  ],
  ['localhussies', { projectId: 8, oneSignalAppId: '4e2f5a0d-8a3c-4c1b-9a77-0c9d54d1e2b8' }],
])('%s has numbers, names and offers of its own', async (brand, own) => {
  expect(await parametersOf(app.visitor(brand))).toMatchObject(own)
})

describe.each([
  [
    'adultcrush',
    'a subscription brand',
    {
      isCreditsSite: false,
      isExternalUpgradeSite: false,
      customFlowCredits: false,
      showOneDayFreeTrial: false,
    },
  ],
  [
    'truebootycall',
    'a subscription brand with a trial',
    { isCreditsSite: false, showOneDayFreeTrial: true },
  ],
  [
    'wivesnow',
    'a credits brand',
    { isCreditsSite: true, isExternalUpgradeSite: false, customFlowCredits: false },
  ],
  [
    'foxytemptation',
    'a credits brand with a flow of its own',
    { isCreditsSite: true, customFlowCredits: true },
  ],
  ['xmeeting', 'a partner brand', { isCreditsSite: false, isExternalUpgradeSite: true }],
] as const)('on %s, %s', (brand, _, billing) => {
  test('a guest is told every parameter, and of nobody', async () => {
    const parameters = await parametersOf(app.visitor(brand))
    expect(Object.keys(parameters).toSorted()).toEqual(
      [...siteParameters, ...legalLists].toSorted(),
    )
    expect(parameters).toMatchObject({
      ...billing,
      parentSite: brand,
      siteDomain: `${brand}.localhost`,
      s3Path: `http://media.${brand}.localhost:4321`,
      userInfo: null,
      user: null,
      creditsInfo: null,
      isExPremium: false,
      displayOneclickPopupOnExit: 'false',
      showVirtualHottie: false,
      ccpInfo: expect.toSatisfy((text: string) => typeof JSON.parse(text) === 'object'),
    })
  })

  test('a member is told the same, and of themselves', async () => {
    const someone = await member(brand)
    const [guest, parameters] = [
      await parametersOf(app.visitor(brand)),
      await parametersOf(someone),
    ]
    expect(Object.keys(parameters)).toEqual(Object.keys(guest))
    expect(Object.keys(parameters.userInfo ?? {}).toSorted()).toEqual(userInfo.toSorted())
    expect(parameters).toMatchObject({
      user: { userId: someone.id, username: someone.username },
      creditsInfo:
        brand === 'wivesnow' || brand === 'foxytemptation' ? { currentCredits: 0 } : null,
    })
    const personal = new Set([
      'userInfo',
      'user',
      'creditsInfo',
      'isExPremium',
      'displayOneclickPopupOnExit',
      'ccpInfo',
      'visitId',
    ])
    for (const name of Object.keys(guest))
      if (!personal.has(name)) expect([name, parameters[name]]).toEqual([name, guest[name]])
  })
})

test('every member is told of themselves alone: neither birthday nor coordinates, address nor hash travels', async () => {
  const someone = await member('adultcrush')
  // The legal texts speak of such things in general.
  const {
    terms: _,
    privacyPolicy: __,
    cookiePolicy: ___,
    notice2257: ____,
    ...parameters
  } = await parametersOf(someone)
  const text = JSON.stringify(parameters)
  expect(text).toContain(`member${count}@example.org`)
  expect(text).not.toMatch(/1992-05-04|40\.7|-74\.0|argon2|198\.51|latitude|birthday":/)
})

describe('the user record', () => {
  const infoOf = async (visitor: Visitor) => (await parametersOf(visitor)).userInfo

  test('of a newcomer has a flag for every open step, and no other', async () => {
    const newcomer = await member('adultcrush', { steps: ['uploadPhoto', 'oneClick'] })
    expect(await infoOf(newcomer)).toMatchObject({
      justRegistered: false,
      showUploadPhotoDescriptionBox: true,
      affiliateOneClickBox: false,
      affiliateOneClickBoxStep2: false,
      affiliateOneClickBoxStep3: false,
      showOneClickBox: true,
    })
  })

  test('of a premium member shows no ads; of who was one, that they were', async () => {
    const someone = await member('adultcrush')
    expect(await infoOf(someone)).toMatchObject({
      membership: 'standard',
      isPremium: false,
      isExPremium: false,
      neverUpgraded: true,
      showAds: true,
      footerAds: true,
    })
    await becomesPremium(app, someone, 30)
    expect(await infoOf(someone)).toMatchObject({
      membership: 'premium',
      isPremium: true,
      isExPremium: false,
      neverUpgraded: false,
      showAds: false,
      footerAds: false,
    })
    app.clock.advance(30 * DAY - 1)
    const stay = await member('adultcrush')
    expect(await infoOf(stay)).toMatchObject({ membership: 'standard' })
    expect(await infoOf(someone)).toMatchObject({ membership: 'premium' })
    app.clock.advance(1)
    expect(await infoOf(someone)).toMatchObject({
      membership: 'standard',
      isPremium: false,
      isExPremium: true,
      neverUpgraded: false,
      showAds: true,
    })
    expect(await parametersOf(someone)).toMatchObject({ isExPremium: true })
  })

  test('names a visit until half an hour of silence, and of guests none', async () => {
    const someone = await member('adultcrush')
    const visitOf = async (who: Visitor) => (await parametersOf(who)).visitId
    const first = await visitOf(someone)
    expect(first).toMatch(/^[\w-]{22}$/)
    for (let minutes = 0; minutes < 90; minutes += 29) {
      expect(await Promise.all([visitOf(someone), visitOf(someone)])).toEqual([first, first])
      app.clock.advance(29 * MINUTE)
    }
    app.clock.advance(2 * MINUTE)
    const [next, same] = await Promise.all([visitOf(someone), visitOf(someone)])
    expect([next === first, same]).toEqual([false, next])
    expect(await visitOf(await member('adultcrush'))).not.toBe(next)
    expect(await visitOf(app.visitor('adultcrush'))).toBe('')
  })

  test('names the billing partner where there is one, and says so where credits are short', async () => {
    expect(await infoOf(await member('xmeeting'))).toMatchObject({
      billingPartner: 7,
      hasInsufficientCreditsFlag: false,
    })
    expect(await infoOf(await member('adultcrush'))).toMatchObject({
      billingPartner: 0,
      hasInsufficientCreditsFlag: false,
    })
    expect(await infoOf(await member('wivesnow'))).toMatchObject({
      billingPartner: 0,
      hasInsufficientCreditsFlag: true,
    })
  })

  test('says when a full-page ad is due, on a brand that shows them', async () => {
    for (const [brand, isDue] of [
      ['adultcrush', true],
      ['wivesnow', false],
    ] as const) {
      const someone = await member(brand)
      expect(await infoOf(someone)).toMatchObject({
        showFullPageAd: false,
        showFullPageAdNuxt: false,
      })
      await setsAccount(app, someone, { full_page_ad_due_at: app.clock.now() })
      expect(await infoOf(someone)).toMatchObject({
        showFullPageAd: isDue,
        showFullPageAdNuxt: isDue,
      })
    }
  })

  test('shows no ads on a brand without ads', async () => {
    expect(await infoOf(await member('discreetcrush'))).toMatchObject({
      showAds: false,
      footerAds: false,
    })
  })
})

test('a phone is told apart by what it says of itself', async () => {
  const visitor = app.visitor('adultcrush')
  for (const [agent, isMobile] of [
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Mobile/15E148 Safari/604.1',
      true,
    ],
    ['Mozilla/5.0 (Linux; Android 16; Pixel 10) Chrome/142.0 Mobile Safari/537.36', true],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0 Safari/537.36', false],
    ['', false],
  ] as const) {
    expect(await parametersOf(visitor, { 'User-Agent': agent })).toMatchObject({ isMobile })
  }
})

test('the exit popunder’s flag is a string, and true until it was seen', async () => {
  const someone = await member('adultcrush')
  expect(await parametersOf(someone)).toMatchObject({ displayOneclickPopupOnExit: 'true' })
  await setsAccount(app, someone, { popunder_seen_at: app.clock.now() })
  expect(await parametersOf(someone)).toMatchObject({ displayOneclickPopupOnExit: 'false' })
  expect(await parametersOf(await member('xmeeting'))).toMatchObject({
    displayOneclickPopupOnExit: 'false',
  })
})
