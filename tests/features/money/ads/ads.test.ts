import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CallError } from '#api/client.ts'
import { DAY, later } from '#lib/clock.ts'
import { listNames } from '#members/search/lists/lists.ts'
import { fullPageAd, monetisationUrl, trackEvent } from '#money/ads/ads.contract.ts'
import { addCounts } from '#money/ads/ads.sql.ts'
import { adFreePages, adIn, type Advertisement, mayShowAd } from '#money/ads/ads.ts'
import { films, mayWatch } from '#money/ads/films/films.ts'
import { isFullPageAdDue } from '#money/ads/full-page-ad.ts'
import { afterNavigation, type Navigation } from '#money/ads/page-views.ts'
import { adCountJob, adSweepJob } from '#money/ads/report/ad-counter.server.ts'
import { adReport } from '#money/ads/report/ad-report.contract.ts'
import { rateOf } from '#money/ads/report/ad-report.ts'
import { brandById, brands } from '#sites/registry.ts'
import { type Brand, brandSchema } from '#sites/site.ts'
import { runJob, startApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { becomesPremium, type CastMember, eve as signInEve, joins } from '#tests/support/cast.ts'

const sees = { showAds: true, footerAds: true }

// Specification §2: "Ads and external scripts are hidden on about, terms, privacy, 2257Notice,
// cookiePolicy, help, fullPageAd, emailOfferRedirect, index and billing pages".
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
  // Not in the specification.
  '/site/trust',
  '/site/safety',
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
    expect(
      adFreePages.filter(
        (page) =>
          !hidden.some(
            (path) => page === path || (page.endsWith('/*') && path.startsWith(page.slice(0, -1))),
          ),
      ),
    ).toEqual([])
  })
  test.each(shown)('and not on %s', (path) => expect(mayShowAd('page', path, sees)).toBe(true))
})

// Specification §2: "and whenever the user's showAds is false. Footer ads are also hidden when
// footerAds is false."
test.each([
  [true, true, true, true],
  [true, false, true, false],
  [false, true, false, false],
  [false, false, false, false],
])(
  'with showAds %s and footerAds %s a page has an ad: %s, its footer one: %s',
  (showAds, footerAds, page, footer) => {
    expect([
      mayShowAd('page', '/dashboard', { showAds, footerAds }),
      mayShowAd('footer', '/dashboard', { showAds, footerAds }),
    ]).toEqual([page, footer])
  },
)

test('the full-page ad is on its own page, and goes with showAds as well', () => {
  expect(mayShowAd('fullPage', '/fullPageAd', sees)).toBe(true)
  expect(mayShowAd('fullPage', '/dashboard', sees)).toBe(false)
  expect(mayShowAd('fullPage', '/fullPageAd', { showAds: false, footerAds: false })).toBe(false)
})

test('a slot’s ads take turns, and a slot without one is empty', () => {
  const ad = (id: string, weight = 1) => ({ id, slot: 'page', weight }) as Advertisement
  const at = (turn: number, ads: Advertisement[]) =>
    adIn('page', ads, { path: '/dashboard', user: sees, turn })?.id
  expect([0, 1, 2].map((turn) => at(turn, [ad('a'), ad('b')]))).toEqual(['a', 'b', 'a'])
  expect(Array.from({ length: 8 }, (_, turn) => at(turn, [ad('a'), ad('b', 3)])).join('')).toBe(
    'abbbabbb',
  )
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
  [
    'redirects are removed, though one is flagged',
    { removeOptimiserRedirects: true, showFullPageAd: true },
    { views: 2, goes: 'on' },
  ],
  ['on the ad page itself', { path: '/fullPageAd' }, { views: 2, goes: 'on' }],
  ['on its index', { path: '/fullPageAd/index', showFullPageAd: true }, { views: 2, goes: 'on' }],
  ['a flagged user', { views: 0, showFullPageAd: true }, { views: 1, goes: 'toFlaggedAd' }],
  [
    'a flagged user who was sent before',
    { views: 0, showFullPageAd: true, wasSent: true },
    { views: 1, goes: 'on' },
  ],
])('after a navigation, where %s', (_, change, after) => {
  expect(afterNavigation({ ...third, ...change })).toEqual(after)
})

describe('showFullPageAd', () => {
  const at = new Date('2026-05-04T12:00:00Z')
  const member = {
    firstPremiumAt: null,
    fullPageAdDueAt: null,
    createdAt: new Date(at.getTime() - DAY),
  }
  const adultcrush = brandById('adultcrush') as Brand
  test.each<
    [
      string,
      string,
      Partial<{ firstPremiumAt: Date; fullPageAdDueAt: Date; createdAt: Date }>,
      boolean,
    ]
  >([
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
    expect(
      isFullPageAdDue(
        { ...adultcrush, flags: { ...adultcrush.flags, removeOptimiserRedirects: true } },
        member,
        at,
      ),
    ).toBe(false)
  })
})

describe('a brand’s file', () => {
  const [first] = brands as [Brand]
  test.each([
    ['showAds', 'page'],
    ['footerAds', 'footer'],
    ['showFullPageAdFS', 'fullPage'],
  ] as const)('is refused where %s is on and no ad is in the slot %s', (flag, slot) => {
    expect(() =>
      brandSchema.parse({ ...first, ads: first.ads.filter((ad) => ad.slot !== slot) }),
    ).toThrow(`${flag} needs an ad in the slot ${slot}`)
  })
  test('is refused where two ads have one id, or an ad leads to a page of the brand', () => {
    expect(() => brandSchema.parse({ ...first, ads: [...first.ads, ...first.ads] })).toThrow(
      'ids of ads must differ',
    )
    expect(() =>
      brandSchema.parse({
        ...first,
        ads: first.ads.map((ad) => ({ ...ad, link: 'javascript:alert(1)' })),
      }),
    ).toThrow('site:<brand>')
  })
  test('has no ads where it has no use for them', () => {
    expect(brands.filter(({ flags, ads }) => !flags.showAds && ads.length > 0)).toEqual([])
  })
  test.each(brands)(
    'of $id leads to other brands than itself, by pictures that say what they show',
    ({ id, ads }) => {
      for (const { link, picture } of ads) {
        expect(link).not.toBe(`site:${id}`)
        expect(picture.alt).not.toBe('')
        if (link.startsWith('site:')) expect(brandById(link.slice(5))).toBeDefined()
      }
    },
  )
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
  const countsOf = () =>
    app.db
      .selectFrom('ad_counts')
      .select(['brand', 'ad', 'event', 'count'])
      .orderBy('ad')
      .orderBy('event')
      .execute()

  test('a guest is refused, and what is no ad of the brand is not counted', async () => {
    expect(
      await refusal(
        app
          .visitor('adultcrush')
          .calls(trackEvent, { body: { ad: 'page-wivesnow', event: 'view' } }),
      ),
    ).toBe('unauthenticated')
    expect(
      await refusal(alice.calls(trackEvent, { body: { ad: 'page-meetwives', event: 'view' } })),
    ).toBe('notFound')
    expect(await countsOf()).toEqual([])
  })

  test('views and clicks are counted by day, also at the same moment, and of nobody', async () => {
    const track = (event: 'view' | 'click') =>
      alice.calls(trackEvent, { body: { ad: 'page-wivesnow', event } })
    await Promise.all([track('view'), track('view'), track('view'), track('click')])
    expect((await countsOf()).map((row) => ({ ...row, count: Number(row.count) }))).toEqual([
      { brand: 'adultcrush', ad: 'page-wivesnow', event: 'click', count: 1 },
      { brand: 'adultcrush', ad: 'page-wivesnow', event: 'view', count: 3 },
    ])
  })

  test('a count goes on the day on which staff see it no more, and no day earlier', async () => {
    const { db, clock } = app.services
    const today = clock.now()
    const days = [0, 29, 30, 200].map((ago) =>
      later(today, -ago * DAY)
        .toISOString()
        .slice(0, 10),
    )
    const ad = 'page-steamymatches'
    await db
      .insertInto('ad_counts')
      .values(days.map((day) => ({ brand: 'megaflirt', ad, event: 'view', day, count: 7 })))
      .execute()
    await runJob(app, adSweepJob)
    const kept = await db
      .selectFrom('ad_counts')
      .select(sql<string>`day::text`.as('day'))
      .where('ad', '=', ad)
      .orderBy('day', 'desc')
      .execute()
    expect(kept.map(({ day }) => day)).toEqual(days.slice(0, 2))
    await db.deleteFrom('ad_counts').where('ad', '=', ad).execute()
  })

  describe('a process that counts', () => {
    const ad = 'footer-localhussies'
    const counted = async (event: 'view' | 'click') =>
      (await countsOf()).find((row) => row.ad === ad && row.event === event)?.count ?? 0
    const track = (who: CastMember, event: 'view' | 'click' = 'view') =>
      who.calls(trackEvent, { body: { ad, event } })
    const run = (job: ReturnType<typeof adCountJob.start>) => job.run(new AbortController().signal)

    test('writes 200 of the same moment together, and all that it has when it stops', async () => {
      const clara = await joins(app, { brand: 'adultcrush', username: 'Clara' })
      const job = adCountJob.start(app.services)
      await Promise.all(Array.from({ length: 200 }, () => track(clara)))
      expect(await counted('view')).toBe(0)
      await Promise.all([run(job), run(job)])
      expect(await counted('view')).toBe(200)
      await track(clara)
      await job.close?.()
      expect(await counted('view')).toBe(201)
      // A request that was in progress while the process stopped.
      await track(clara)
      expect(await counted('view')).toBe(202)
      // The process that is started next counts on.
      const next = adCountJob.start(app.services)
      await Promise.all([track(clara), track(clara)])
      expect(await counted('view')).toBe(202)
      await next.close?.()
      expect(await counted('view')).toBe(204)
    })

    test('keeps what the database refuses, and writes it later', async () => {
      const { db } = app
      const job = adCountJob.start(app.services)
      await track(alice, 'click')
      await sql`alter table ad_counts rename to ad_counts_away`.execute(db)
      await expect(run(job)).rejects.toThrow('ad_counts')
      await sql`alter table ad_counts_away rename to ad_counts`.execute(db)
      await track(alice, 'click')
      await run(job)
      await job.close?.()
      expect(await counted('click')).toBe(2)
    })

    test('does so by its jobs, also when it is drained', async () => {
      const jobs = app.startJobs()
      await vi.waitFor(async () => {
        const before = await counted('view')
        await track(alice)
        expect(await counted('view')).toBe(before)
      })
      const before = await counted('view')
      await jobs.stop()
      expect(await counted('view')).toBeGreaterThan(before)
    })
  })

  describe('staff sees', () => {
    let eve: CastMember
    beforeAll(async () => {
      eve = await signInEve(app)
    })
    const report = (who: Visitor, query: { brand?: string; ad?: string } = {}) =>
      who.calls(adReport, { query })

    test('counts by brand, ad and day of the last 30 days', async () => {
      const today = app.clock.now().toISOString().slice(0, 10)
      const on = (days: number) =>
        new Date(app.clock.now().getTime() - days * DAY).toISOString().slice(0, 10)
      const rows = [
        { brand: 'wivesnow', ad: 'page-x', event: 'view' as const, day: today, count: 40 },
        { brand: 'wivesnow', ad: 'page-x', event: 'click' as const, day: today, count: 3 },
        { brand: 'wivesnow', ad: 'page-x', event: 'view' as const, day: on(29), count: 10 },
        { brand: 'wivesnow', ad: 'page-x', event: 'view' as const, day: on(30), count: 1000 },
        { brand: 'wivesnow', ad: 'footer-y', event: 'view' as const, day: today, count: 5 },
      ]
      await addCounts(app.db, rows)
      const wivesnow = await report(eve, { brand: 'wivesnow' })
      expect(wivesnow).toEqual({
        since: on(29),
        ads: [
          { brand: 'wivesnow', ad: 'footer-y', headline: null, views: 5, clicks: 0 },
          { brand: 'wivesnow', ad: 'page-x', headline: null, views: 50, clicks: 3 },
        ],
        days: [
          { day: today, views: 45, clicks: 3 },
          { day: on(29), views: 10, clicks: 0 },
        ],
      })
      expect((await report(eve, { brand: 'wivesnow', ad: 'footer-y' })).days).toEqual([
        { day: today, views: 5, clicks: 0 },
      ])
      expect(new Set((await report(eve)).ads.map(({ brand }) => brand))).toEqual(
        new Set(['adultcrush', 'wivesnow']),
      )
    })

    test('them alone: a member and staff without their second factor are refused', async () => {
      const unproven = await joins(app, { brand: 'adultcrush', username: 'Evelyn', staff: true })
      for (const who of [alice, unproven, app.visitor('adultcrush')])
        expect(await refusal(report(who))).toEqual(expect.any(String))
      expect(await refusal(report(eve, { brand: 'nobrand' }))).toBe('invalid')
    })

    test.each([
      [{ views: 0, clicks: 0 }, '–'],
      [{ views: 50, clicks: 3 }, '6.0 %'],
      [{ views: 3, clicks: 3 }, '100.0 %'],
    ])('%j as a rate of %s', (sums, rate) => expect(rateOf(sums)).toBe(rate))
  })

  test('an option’s address is told by its id, and no other', async () => {
    const { options } = await alice.calls(fullPageAd)
    expect(options).toEqual([
      { id: 1, label: 'Have a look at WivesNow' },
      { id: 2, label: 'Have a look at LocalHussies' },
    ])
    for (const [id, brand] of [
      [1, 'wivesnow'],
      [2, 'localhussies'],
    ] as const)
      expect(await alice.calls(monetisationUrl, { query: { monetisationOptionId: id } })).toEqual({
        url: `http://www.${brand}.localhost:4321/`,
      })
    expect(
      await refusal(alice.calls(monetisationUrl, { query: { monetisationOptionId: 99 } })),
    ).toBe('notFound')
    const bob = await joins(app, { brand: 'wivesnow', username: 'Bob' })
    expect(await refusal(bob.calls(fullPageAd))).toBe('notFound')
  })

  test('X-Page-Render is sent where somebody searches and an ad is due; it is due no more once it was seen', async () => {
    const rendered = async (path = '/search/users') =>
      (await alice.request(path)).headers.get('X-Page-Render')
    expect(await rendered()).toBeNull()
    app.clock.advance(DAY)
    expect(await rendered()).toBe('FullPageAd')
    // Nothing that a page asks by itself takes anybody away: no widget, no notice of a match, no
    // poll.
    const widgets = listNames.map((list) => `/widget/${list}/page/1/count/12`)
    const polls = [
      '/event/tickers',
      '/event/newNotifications',
      '/profile/currentCreditsInfo',
      '/search/count',
      '/message/index',
      '/billing/getBillingData',
    ]
    for (const path of [...widgets, '/widget/home', '/widget/chatMessages', ...polls])
      expect([path, await rendered(path)]).toEqual([path, null])
    await alice.calls(trackEvent, { body: { ad: 'fullPage-wivesnow', event: 'view' } })
    expect(await rendered()).toBeNull()
    app.clock.advance(7 * DAY)
    expect(await rendered()).toBe('FullPageAd')
    await becomesPremium(app, alice, 30)
    expect(await rendered()).toBeNull()
  })
})
