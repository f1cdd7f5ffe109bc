import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CallError } from '../../../src/api/client.ts'
import type { fullPageAd, monetisationUrl, trackEvent } from '../../../src/features/monetisation/ads.contract.ts'
import { adFreePages, adIn, type Advertisement, mayShowAd } from '../../../src/features/monetisation/ads.ts'
import { films, mayWatch } from '../../../src/features/monetisation/films.ts'
import { isFullPageAdDue } from '../../../src/features/monetisation/full-page-ad.ts'
import { afterNavigation, type Navigation } from '../../../src/features/monetisation/page-views.ts'
import type { getParameters } from '../../../src/features/viewer/parameters.contract.ts'
import { DAY } from '../../../src/lib/clock.ts'
import { brandById, brands } from '../../../src/sites/registry.ts'
import { type Brand, brandSchema } from '../../../src/sites/site.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { becomesPremium, type CastMember, joins } from '../../support/cast.ts'

const sees = { showAds: true, footerAds: true }

// Specification §2: "Ads and external scripts are hidden on about, terms, privacy, 2257Notice, cookiePolicy, help,
// fullPageAd, emailOfferRedirect, index and billing pages".
const hidden = [
  '/site/about',
  '/site/terms',
  '/site/privacy',
  '/site/2257Notice',
  '/site/cookiePolicy',
  '/help',
  '/help/credits',
  '/fullPageAd',
  '/emailOfferRedirect',
  '/',
  '/billing/upgrade',
  '/billing/upgradePassthrough',
]
const shown = [
  '/dashboard',
  '/messages',
  '/search',
  '/search/2',
  '/plist/new/1',
  '/profile/view/id/2',
  '/profile/edit/settings',
  '/contentWall',
  '/freeMovies',
  '/helpers',
  '/billingAddress',
]

describe('specification §2: ads are hidden on', () => {
  test.each(hidden)('%s', (path) => {
    for (const slot of ['page', 'footer', 'signOut'] as const) {
      expect(mayShowAd(slot, path, sees)).toBe(false)
      expect(mayShowAd(slot, path === '/' ? '/index' : `${path}/index`, sees)).toBe(false)
    }
  })
  test('nothing else in the table', () => {
    expect(adFreePages.filter((page) => !hidden.some((path) => page === path || (page.endsWith('/*') && path.startsWith(page.slice(0, -1)))))).toEqual([])
  })
  test.each(shown)('and not on %s', (path) => expect(mayShowAd('page', path, sees)).toBe(true))
})

// Specification §2: "and whenever the user's showAds is false. Footer ads are also hidden when footerAds is false."
test.each([
  [true, true, true, true],
  [true, false, true, false],
  [false, true, false, false],
  [false, false, false, false],
])('with showAds %s and footerAds %s a page has an ad: %s, its footer one: %s', (showAds, footerAds, page, footer) => {
  expect([mayShowAd('page', '/dashboard', { showAds, footerAds }), mayShowAd('footer', '/dashboard', { showAds, footerAds })]).toEqual([page, footer])
})

test('the full-page ad is on its own page, and goes with showAds as well', () => {
  expect(mayShowAd('fullPage', '/fullPageAd', sees)).toBe(true)
  expect(mayShowAd('fullPage', '/dashboard', sees)).toBe(false)
  expect(mayShowAd('fullPage', '/fullPageAd', { showAds: false, footerAds: false })).toBe(false)
})

test('a slot’s ads take turns, and a slot without one is empty', () => {
  const ad = (id: string) => ({ id, slot: 'page' }) as Advertisement
  const at = (turn: number, ads: Advertisement[]) => adIn('page', ads, { path: '/dashboard', user: sees, turn })?.id
  expect([0, 1, 2].map((turn) => at(turn, [ad('a'), ad('b')]))).toEqual(['a', 'b', 'a'])
  expect(at(0, [])).toBeUndefined()
})

// Specification §4, "Page-view monetisation".
const third: Navigation = {
  isSignedIn: true,
  path: '/search',
  views: 2,
  monetizationFlag: true,
  monetizationPageViewsCount: 3,
  neverUpgraded: true,
  showFullPageAd: false,
  wasSent: false,
  removeOptimiserRedirects: false,
}
test.each<[string, Partial<Navigation>, ReturnType<typeof afterNavigation>]>([
  ['the count is reached', {}, { views: 0, goes: 'toCountedAd' }],
  ['it is not reached', { views: 1 }, { views: 2, goes: 'on' }],
  ['it was passed while the flag was off', { views: 9 }, { views: 0, goes: 'toCountedAd' }],
  ['the flag is off', { monetizationFlag: false }, { views: 3, goes: 'on' }],
  ['the user has upgraded once', { neverUpgraded: false }, { views: 3, goes: 'on' }],
  ['nobody is signed in', { isSignedIn: false }, { views: 2, goes: 'on' }],
  ['redirects are removed', { removeOptimiserRedirects: true }, { views: 2, goes: 'on' }],
  ['redirects are removed, though one is flagged', { removeOptimiserRedirects: true, showFullPageAd: true }, { views: 2, goes: 'on' }],
  ['on the ad page itself', { path: '/fullPageAd' }, { views: 2, goes: 'on' }],
  ['on its index', { path: '/fullPageAd/index', showFullPageAd: true }, { views: 2, goes: 'on' }],
  ['a flagged user', { views: 0, showFullPageAd: true }, { views: 1, goes: 'toFlaggedAd' }],
  ['a flagged user who was sent before', { views: 0, showFullPageAd: true, wasSent: true }, { views: 1, goes: 'on' }],
])('after a navigation, where %s', (_, change, after) => {
  expect(afterNavigation({ ...third, ...change })).toEqual(after)
})

describe('showFullPageAd', () => {
  const at = new Date('2026-05-04T12:00:00Z')
  const member = { firstPremiumAt: null, fullPageAdDueAt: null, createdAt: new Date(at.getTime() - DAY) }
  const adultcrush = brandById('adultcrush') as Brand
  test.each<[string, string, Partial<{ firstPremiumAt: Date; fullPageAdDueAt: Date; createdAt: Date }>, boolean]>([
    ['the day after joining', 'adultcrush', {}, true],
    ['not on the first day', 'adultcrush', { createdAt: at }, false],
    ['again once it is due', 'adultcrush', { fullPageAdDueAt: at }, true],
    ['not before', 'adultcrush', { fullPageAdDueAt: new Date(at.getTime() + 1) }, false],
    ['never for who upgraded once', 'adultcrush', { firstPremiumAt: at }, false],
    ['nor on a brand without it', 'wivesnow', {}, false],
  ])('%s', (_, id, change, isDue) => {
    expect(isFullPageAdDue(brandById(id) as Brand, { ...member, ...change }, at)).toBe(isDue)
  })
  test('nor where redirects are removed', () => {
    expect(isFullPageAdDue({ ...adultcrush, flags: { ...adultcrush.flags, removeOptimiserRedirects: true } }, member, at)).toBe(false)
  })
})

describe('a brand’s file', () => {
  const [first] = brands as [Brand]
  test.each([
    ['showAds', 'page'],
    ['footerAds', 'footer'],
    ['showFullPageAdFS', 'fullPage'],
  ] as const)('is refused where %s is on and no ad is in the slot %s', (flag, slot) => {
    expect(() => brandSchema.parse({ ...first, ads: first.ads.filter((ad) => ad.slot !== slot) })).toThrow(`${flag} needs an ad in the slot ${slot}`)
  })
  test('is refused where two ads have one id, or an ad leads to a page of the brand', () => {
    expect(() => brandSchema.parse({ ...first, ads: [...first.ads, ...first.ads] })).toThrow('ids of ads must differ')
    expect(() => brandSchema.parse({ ...first, ads: first.ads.map((ad) => ({ ...ad, link: 'javascript:alert(1)' })) })).toThrow('site:<brand>')
  })
  test('has no ads where it has no use for them', () => {
    expect(brands.filter(({ flags, ads }) => !flags.showAds && ads.length > 0)).toEqual([])
  })
  test.each(brands)('of $id leads to other brands than itself, by pictures that say what they show', ({ id, ads }) => {
    for (const { link, picture } of ads) {
      expect(link).not.toBe(`site:${id}`)
      expect(picture.alt).not.toBe('')
      if (link.startsWith('site:')) expect(brandById(link.slice(5))).toBeDefined()
    }
  })
})

test('standard members watch the free films, premium members all', () => {
  expect(films.filter((film) => mayWatch(film, { isPremium: false }))).toHaveLength(3)
  expect(films.filter((film) => mayWatch(film, { isPremium: true }))).toHaveLength(6)
})

describe('over the API', () => {
  let app: TestApp
  let alice: CastMember
  beforeAll(async () => {
    app = await startApp()
    alice = await joins(app, { brand: 'adultcrush', username: 'Alice' })
  })
  afterAll(() => app.close())

  const refusal = (call: Promise<unknown>) =>
    call.then(
      () => null,
      (error: unknown) => (error instanceof CallError ? error.code : error),
    )
  const countsOf = () => app.services.db.selectFrom('ad_counts').select(['brand', 'ad', 'event', 'count']).orderBy('ad').orderBy('event').execute()

  test('a guest is refused, and what is no ad of the brand is not counted', async () => {
    expect(await refusal(app.visitor('adultcrush').send<typeof trackEvent>('POST /ad/trackEvent', { body: { ad: 'page-wivesnow', event: 'view' } }))).toBe(
      'unauthenticated',
    )
    expect(await refusal(alice.send<typeof trackEvent>('POST /ad/trackEvent', { body: { ad: 'page-meetwives', event: 'view' } }))).toBe('notFound')
    expect(await countsOf()).toEqual([])
  })

  test('views and clicks are counted by day, also at the same moment, and of nobody', async () => {
    const track = (event: 'view' | 'click') => alice.send<typeof trackEvent>('POST /ad/trackEvent', { body: { ad: 'page-wivesnow', event } })
    await Promise.all([track('view'), track('view'), track('view'), track('click')])
    expect((await countsOf()).map((row) => ({ ...row, count: Number(row.count) }))).toEqual([
      { brand: 'adultcrush', ad: 'page-wivesnow', event: 'click', count: 1 },
      { brand: 'adultcrush', ad: 'page-wivesnow', event: 'view', count: 3 },
    ])
  })

  test('an option’s address is told by its id, and no other', async () => {
    const { monetizationOptions } = await alice.send<typeof getParameters>('GET /site/getParameters', { query: {} })
    const { options } = await alice.send<typeof fullPageAd>('GET /site/fullPageAd', {})
    expect(options.map(({ id, label }) => ({ id, label }))).toEqual(monetizationOptions)
    for (const { id, url } of options) {
      expect(await alice.send<typeof monetisationUrl>('GET /ad/monetisationUrl', { query: { monetisationOptionId: id } })).toEqual({ url })
      expect(url).toMatch(/^http:\/\/www\.\w+\.localhost:\d+\/$/)
    }
    expect(await refusal(alice.send<typeof monetisationUrl>('GET /ad/monetisationUrl', { query: { monetisationOptionId: 99 } }))).toBe('notFound')
    const bob = await joins(app, { brand: 'wivesnow', username: 'Bob' })
    expect(await refusal(bob.send<typeof fullPageAd>('GET /site/fullPageAd', {}))).toBe('notFound')
  })

  test('X-Page-Render is sent where somebody browses and an ad is due; it is due no more once it was seen', async () => {
    const rendered = async (path: string) => (await alice.request(path)).headers.get('X-Page-Render')
    const browsed = ['/search/users', '/widget/newMembers/page/1/count/8']
    for (const path of browsed) expect(await rendered(path)).toBeNull()
    app.clock.advance(DAY)
    for (const path of browsed) expect(await rendered(path)).toBe('FullPageAd')
    for (const path of ['/event/tickers', '/message/index', '/billing/getBillingData']) expect(await rendered(path)).toBeNull()
    await alice.send<typeof trackEvent>('POST /ad/trackEvent', { body: { ad: 'fullPage-wivesnow', event: 'view' } })
    for (const path of browsed) expect(await rendered(path)).toBeNull()
    app.clock.advance(7 * DAY)
    for (const path of browsed) expect(await rendered(path)).toBe('FullPageAd')
    await becomesPremium(app, alice, 30)
    for (const path of browsed) expect(await rendered(path)).toBeNull()
  })
})
