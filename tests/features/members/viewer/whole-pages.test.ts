import { beforeAll, describe, expect, test, vi } from 'vitest'
import { upgrade as buy } from '#money/checkout/orders.contract.ts'
import { brandById } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import { app, startApp, withApp } from '#tests/support/app.ts'
import { alice, bob, type CastMember, dan, joins } from '#tests/support/cast.ts'
import { eventOf, gatewaySettings, reports } from '#tests/support/gateway.ts'
import { renderer, withRenderer } from '#tests/support/rendered.ts'

/**
 * Whole pages: what they make of a brand’s data, on both sides of each flag (specification §3), and
 * what they say where there is nothing to show (§2).
 */

withApp(gatewaySettings)
withRenderer()
let Alice: CastMember
let Bob: CastMember
let Dan: CastMember
/** On the brand that has an ad for those who sign out. */
let Hanna: CastMember
beforeAll(async () => {
  ;[Alice, Bob, Dan, Hanna] = [
    await alice(app),
    await bob(app),
    await dan(app),
    await joins(app, { brand: 'localhussies', username: 'Hanna' }),
  ]
})

const SEARCH = 'search/[...page].astro'

type Change = (brand: Brand) => Brand
const flagged =
  (flags: Partial<Brand['flags']>): Change =>
  (brand) => ({ ...brand, flags: { ...brand.flags, ...flags } })

/** The page as the front door answers with it. */
async function opens(
  who: CastMember,
  path: string,
  file: string,
  brand?: Change,
  params: Record<string, string> = {},
  product = app,
) {
  const headers = { Host: who.host, Cookie: `session=${who.cookies.get('session')}` }
  const answer = await product.frontDoor(
    new Request(`http://${who.host}${path}`, { headers }),
    '203.0.113.7',
    renderer.shows({ file, params, brand }),
  )
  return { status: answer.status, html: await answer.text() }
}

const upgrade = (flags: Partial<Brand['flags']>) =>
  opens(Alice, '/billing/upgrade', 'billing/upgrade.astro', flagged(flags))
const opensProfile = (change: Change) =>
  opens(Alice, `/profile/view/id/${Dan.id}`, 'profile/view/id/[id].astro', change, {
    id: String(Dan.id),
  })
const profile = (flags: Partial<Brand['flags']>) => opensProfile(flagged(flags))

test.each([
  [true, '/search'],
  [false, '/dashboard'],
])('subscribeToUsersPage %s leads whoever has paid on to %s', async (subscribeToUsersPage, url) => {
  const { html } = await upgrade({ subscribeToUsersPage })
  expect(propsOf(html, 'Upgrade')['next']).toEqual([
    0,
    { label: [0, expect.any(String)], url: [0, url] },
  ])
})

test.each([true, false])(
  'scrollIntoPaymentForm %s is told to the card form',
  async (scrollIntoPaymentForm) => {
    const { html } = await upgrade({ scrollIntoPaymentForm })
    expect(propsOf(html, 'Upgrade')['scrolls']).toEqual([0, scrollIntoPaymentForm])
  },
)

test('the free day is chosen for whom it is offered, and then says what follows it', async () => {
  const Tara = await joins(app, { brand: 'truebootycall', username: 'Tara' })
  const page = async () => (await opens(Tara, '/billing/upgrade', 'billing/upgrade.astro')).html
  expect(propsOf(await page(), 'Upgrade')['selected']).toEqual([0, 'trial'])
  const { order } = await Tara.calls(buy, { body: { keyword: 'trial' } })
  await reports(app, eventOf(app, { order, amount: 0, currency: 'USD' }))
  const html = await page()
  expect(propsOf(html, 'Upgrade')['selected']).not.toEqual([0, 'trial'])
  expect(html).toMatch(/Free until [^,]*, then US\$19\.95 every 30 days: cancel here before\./)
})

test('an order that is paid on its processor’s page says of a free day what follows it', async () => {
  const paid = (afterTrial: string | null) =>
    renderer.render('features/money/checkout/CheckoutOrder.astro', {
      order: { id: 1, state: 'paid', keyword: 'trial', checkout: null },
      offer: undefined,
      contract: { renewal: { at: '2026-11-23T12:00:00Z', amount: 'US$19.95' }, afterTrial },
      isBack: true,
      credits: null,
      next: { label: 'Home', url: '/dashboard' },
      processor: { name: 'CCBill', statement: 'CCBill.com' },
      supportEmail: 'help@example.org',
      locale: 'en-GB',
    })
  expect((await paid('US$19.95 every 30 days')).replaceAll(/\s+/g, ' ')).toMatch(
    /Free until 23 November 2026, then US\$19\.95 every 30 days; <a href="[^"]*screen=contracts#contracts"[^>]*>cancel here<\/a>/,
  )
  expect(await paid(null)).not.toContain('Free until')
})

test.each([
  [true, 'normal'],
  [false, 'large'],
])(
  'nProfileInsteadOfLprofile %s shows a profile with its photo %s',
  async (nProfileInsteadOfLprofile, size) => {
    const { html } = await profile({ nProfileInsteadOfLprofile })
    expect(/<article class="profile (\w+)/.exec(html)?.[1]).toBe(size)
  },
)

describe('where there is no script, a profile asks on its own page', () => {
  const asks = async (query: string) => {
    const path = `/profile/view/id/${Dan.id}?${query}`
    const { html } = await opens(Alice, path, 'profile/view/id/[id].astro', undefined, {
      id: String(Dan.id),
    })
    return /<section id="act"[\s\S]*?<\/section>/.exec(html)?.[0] ?? ''
  }

  test.each([
    ['act=block', ['action="/profile/blockUser"', 'name="action" value="block"']],
    ['act=report&update=7', ['action="/profile/reportAbuse"', 'name="update" value="7"']],
    ['act=reported', ['Your report is with us.']],
  ])('with %s', async (query, parts) => {
    const section = await asks(query)
    for (const part of parts) expect(section).toContain(part)
    if (query !== 'act=reported') expect(section).toContain(`name="id" value="${Dan.id}"`)
  })

  test('and nothing where the address asks nothing that it knows', async () => {
    expect(await asks('act=something')).toBe('')
  })
})

test('the bar has whose page it is and their credits, and the menu their name', async () => {
  const { html } = await opens(Bob, '/messages', 'messages.astro')
  expect(propsOf(html, 'MemberBar')).toMatchObject({
    user: [0, { userId: [0, Bob.id], username: [0, 'Bob'] }],
    credits: [0, 0],
    ccpInfo: [0, expect.stringContaining('"country":"US"')],
  })
  expect(/popover[tT]arget="account"[^>]*>[\s\S]*?<span>([^<]*)<\/span>/.exec(html)?.[1]).toBe(
    'Bob',
  )
})

test('the upgrade page has the card form from the media host, where the buyer is, and whom to ask', async () => {
  const { html } = await upgrade({})
  expect(propsOf(html, 'Upgrade')).toMatchObject({
    frame: [0, 'http://media.adultcrush.localhost:4321/card-form?tier=www'],
    ccpInfo: [0, expect.stringContaining('"country":"US"')],
    supportEmail: [0, brandById('adultcrush')?.legal.supportEmail],
  })
})

test.each([
  ['/billing/upgrade', 'billing/upgrade.astro'],
  ['/messages', 'messages.astro'],
  ['/dashboard', 'dashboard.astro'],
])('the server renders %s and starts nothing of what its islands do', async (path, file) => {
  await opens(Alice, path, file)
  const started = vi.spyOn(globalThis, 'setInterval')
  const joined = vi.spyOn(BroadcastChannel.prototype, 'postMessage')
  const asked = vi.spyOn(globalThis, 'fetch')
  const { status } = await opens(Alice, path, file)
  // What a store begins once it is mounted comes after the page.
  await new Promise((resolve) => setImmediate(resolve))
  expect(status).toBe(200)
  for (const spy of [started, joined, asked]) expect(spy).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

test.each([true, false])(
  'showInteractionPopup %s is what the page lets pop up of who has written',
  async (showInteractionPopup) => {
    const { html } = await profile({ showInteractionPopup })
    expect(propsOf(html, 'MemberBar')).toMatchObject({ popsUp: [0, showInteractionPopup] })
  },
)

test.each(['A', 'B'] as const)(
  'chatListLayoutABTestSide %s lays the conversations out on its side',
  async (chatListLayoutABTestSide) => {
    const { html } = await opens(
      Alice,
      '/messages',
      'messages.astro',
      flagged({ chatListLayoutABTestSide }),
    )
    expect([...html.matchAll(/data-chat-list="(\w+)"/g)].map(([, side]) => side)).toEqual([
      chatListLayoutABTestSide,
    ])
  },
)

test.each([true, false])(
  'audioMessageFS %s is whether the page offers to record a message',
  async (audioMessageFS) => {
    const { html } = await opens(Alice, '/messages', 'messages.astro', flagged({ audioMessageFS }))
    expect(propsOf(html, 'Messages')).toMatchObject({ hasVoice: [0, audioMessageFS] })
  },
)

describe.each([
  ['a profile and its foot', () => opensProfile, 2],
  [
    'the full-page ad',
    () => (change: Change) => opens(Alice, '/fullPageAd', 'fullPageAd.astro', change),
    1,
  ],
  [
    'the page that signs out',
    () => (change: Change) => opens(Hanna, '/signOutAd', 'signOutAd.astro', change),
    1,
  ],
] as const)('the ads of %s', (_, page, ads) => {
  const shown = async (flags: Partial<Brand['flags']>) => {
    const { html } = await page()(flagged(flags))
    const count = (pattern: RegExp) => [...html.matchAll(pattern)].length
    return {
      ads: count(/<aside[^>]* aria-label="Advertisement/g),
      marks: count(/>\s*Advertisement\s*</g),
      fallBacks: count(/&quot;fallsBack&quot;:\[0,true\]/g),
    }
  }

  test('are marked where markAdvert says so', async () => {
    expect(await shown({ markAdvert: true, adblockOptimiserAds: false })).toEqual({
      ads,
      marks: ads,
      fallBacks: 0,
    })
    expect(await shown({ markAdvert: false, adblockOptimiserAds: false })).toEqual({
      ads,
      marks: 0,
      fallBacks: 0,
    })
  })

  test('fall back to words where adblockOptimiserAds says so', async () => {
    expect(await shown({ markAdvert: false, adblockOptimiserAds: true })).toEqual({
      ads,
      marks: 0,
      fallBacks: ads,
    })
  })
})

describe('the dialog of who has not enough credits', () => {
  const packs = async (customFlow: boolean) => {
    const own: Change = (brand) =>
      brand.billing.model === 'credits'
        ? { ...brand, billing: { ...brand.billing, customFlow } }
        : brand
    const { html } = await opens(Bob, '/messages', 'messages.astro', own)
    const { packs: sold = [] } = propsOf(html, 'Overlays')
    return [...JSON.stringify(sold).matchAll(/"keyword":\[0,"([\w-]+)"/g)].map(
      ([, keyword]) => keyword,
    )
  }

  test('sells the packs itself with customFlowCredits', async () => {
    const keywords = await packs(true)
    expect(keywords.length).toBeGreaterThan(1)
    for (const keyword of keywords) expect(keyword).toMatch(/^wn-\d+$/)
  })

  test('leads to the offers without it', async () => {
    expect(await packs(false)).toEqual([])
  })
})

describe.each([
  ['contentWall', '/contentWall', 'contentWall.astro', 'Film wall'],
  ['hasFreeMovies', '/freeMovies', 'freeMovies.astro', 'Free films'],
] as const)('%s', (flag, path, file, title) => {
  const menu = (html: string) =>
    /<nav class="account-menu"[\s\S]*?<\/nav>/.exec(html)?.[0].includes(`href="${path}"`)

  test('shows its films, and the menu leads there', async () => {
    const { status, html } = await opens(Alice, path, file, flagged({ [flag]: true }))
    expect([status, heading(html), menu(html), html.includes('class="film"')]).toEqual([
      200,
      title,
      true,
      true,
    ])
  })

  test('off has neither', async () => {
    const { status, html } = await opens(Alice, path, file, flagged({ [flag]: false }))
    expect([status, heading(html), html.includes('class="film"')]).toEqual([
      404,
      'Page Not Found',
      false,
    ])
    expect(menu((await profile({ [flag]: false })).html)).toBe(false)
  })
})

describe('every page', () => {
  test('has the colours, the names, the company and the legal texts of its brand', async () => {
    const named: Change = (brand) => ({
      ...brand,
      name: 'Another',
      theme: { ...brand.theme, background: '#010203', backgroundDark: '#040506' },
      legal: {
        ...brand.legal,
        companyName: 'Somebody Ltd',
        companyAddress: '1 Street',
        companyCountry: 'CY',
      },
    })
    const { html } = await opens(Alice, '/help', '404.astro', named)
    expect(
      [...html.matchAll(/<meta name="theme-color" content="([^"]+)"/g)].map(([, colour]) => colour),
    ).toEqual(['#010203', '#040506'])
    expect([
      /<html[^>]* data-brand="(\w+)"/.exec(html)?.[1],
      /<title>([^<]*)</.exec(html)?.[1],
    ]).toEqual(['adultcrush', 'Page Not Found – Another'])
    const [foot = ''] = /<footer[\s\S]*<\/footer>/.exec(html) ?? []
    expect(foot.replaceAll(/<[^>]*>/g, ' ')).toContain('Somebody Ltd, 1 Street, Cyprus')
    const links = [...foot.matchAll(/href="([^"]+)"/g)].map(([, address]) => address)
    expect(links).toEqual(
      expect.arrayContaining([
        '/site/terms',
        '/site/privacy',
        '/site/cookiePolicy',
        '/site/2257Notice',
      ]),
    )
  })

  test.each([
    [true, 0],
    [false, 2],
  ])(
    'of a brand whose isMainstreamSite is %s is labelled as one for adults %i times',
    async (isMainstreamSite, labels) => {
      const { html } = await opens(Alice, '/help', '404.astro', flagged({ isMainstreamSite }))
      expect(html.split('<meta name="rating"').length - 1).toBe(labels)
    },
  )

  test.each([
    [true, 1],
    [false, 0],
  ])(
    'of people, where showVirtualHottie is %s, has %i profiles that are no person’s',
    async (showVirtualHottie, cards) => {
      const { html } = await opens(Alice, '/search', SEARCH, flagged({ showVirtualHottie }))
      const shown = [
        ...html.matchAll(
          /<aside[^>]* aria-label="Virtual profile – not a person"[^>]*>[\s\S]*?<\/aside>/g,
        ),
      ].map(([card]) => card)
      expect(shown).toHaveLength(cards)
      // It says what it is, leads nowhere, and can be neither liked nor written to.
      expect(
        shown.filter(
          (card) =>
            !card.includes('does not write, like or visit') ||
            /href|<button|<form|data-like/.test(card),
        ),
      ).toEqual([])
    },
  )
})

test('a page tells of its errors where there is a service for them, and has no script for it where there is none', async () => {
  const other = await startApp({ SENTRY_DSN: 'https://key@errors.example/1' })
  const scripts = ({ html }: { html: string }) => [...html.matchAll(/src="[^"]*PageErrors/g)].length
  const there = await alice(other)
  expect(scripts(await opens(there, '/search', SEARCH, undefined, {}, other))).toBe(1)
  expect(scripts(await opens(Alice, '/search', SEARCH))).toBe(0)
  await other.close()
})

test.each([
  ['what is sold', '/billing/upgrade', 'billing/upgrade.astro'],
  ['one’s own profile', '/profile/edit/profile', 'profile/edit/profile.astro'],
  ['a request that arrived', '/site/reportContent?received=R-1', 'site/reportContent.astro'],
])('the page of %s says whom to write to', async (_, path, file) => {
  const { html } = await opens(Alice, path, file, (brand) => ({
    ...brand,
    legal: { ...brand.legal, supportEmail: 'ask@somewhere.test' },
  }))
  expect(
    [...html.matchAll(/href="mailto:([^"]+)"[^>]*>([^<]*)</g)].map(([, ...two]) => two),
  ).toEqual([['ask@somewhere.test', 'ask@somewhere.test']])
})

// Decisions §1: web push is the browser’s own, so that the id is told and read by nothing.
test.each([null, '4e2f5a0d-8a3c-4c1b-9a77-0c9d54d1e2b8'])(
  'oneSignalAppId %s brings no script from elsewhere, and is in no page',
  async (oneSignalAppId) => {
    const { html } = await opens(Alice, '/help', '404.astro', (brand) => ({
      ...brand,
      oneSignalAppId,
    }))
    const scripts = [...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, address]) => address)
    expect(scripts.length).toBeGreaterThan(1)
    expect(scripts.filter((address) => !/^\/(?!\/)/.test(address ?? ''))).toEqual([])
    expect(/onesignal|4e2f5a0d/i.test(html)).toBe(false)
  },
)

test('the full-page ad offers the monetizationOptions of its brand', async () => {
  const { html } = await opens(Alice, '/fullPageAd', 'fullPageAd.astro')
  const [list = ''] = /<ul class="cluster"[\s\S]*?<\/ul>/.exec(html) ?? []
  expect(
    [...list.matchAll(/href="([^"]+)"[^>]*>\s*([^<]*?)\s*</g)].map(([, ...two]) => two),
  ).toEqual([
    ['/fullPageAd?option=1', 'Have a look at WivesNow'],
    ['/fullPageAd?option=2', 'Have a look at LocalHussies'],
  ])
})

describe('a page with nothing to show', () => {
  test.each([
    ['/no-such-page', 'Page not found'],
    ['/profile/view/id/none', 'Page Not Found'],
    ['/profile/view/id/999999', 'This member is no longer available.'],
  ])('at %s says “%s”', async (path, words) => {
    const { status, html } = await opens(Alice, path, 'profile/view/id/[id].astro', undefined, {
      id: path.split('/').at(-1) ?? '',
    })
    expect([status, heading(html), /<title>([^<]*)</.exec(html)?.[1]]).toEqual([
      404,
      words,
      `${words} – AdultCrush`,
    ])
    // The other is a member’s page, whose menu leads home.
    if (path === '/no-such-page') expect(wayHome(html)).toBe('Go Home')
  })
})

describe('the error screen', () => {
  test('says that something went wrong, with the status code and the way home', async () => {
    const page = renderer.shows({ file: 'contentWall.astro' })
    const request = new Request(`http://${Alice.host}/contentWall`, {
      headers: { Host: Alice.host, Cookie: `session=${Alice.cookies.get('session')}` },
    })
    const answer = await app.frontDoor(request, '203.0.113.7', (shown, path, locals) => {
      if (path !== '/error') throw new Error('the page broke')
      return page(shown, path, locals)
    })
    const html = await answer.text()
    expect([
      answer.status,
      heading(html),
      /class="display status"[^>]*>(\d+)</.exec(html)?.[1],
      wayHome(html),
    ]).toEqual([500, 'Something went wrong', '500', 'Go Home'])
  })

  test('has the status code 500 where none is said', async () => {
    const answer = await renderer.shows({ file: 'error.astro' })(
      new Request('http://www.adultcrush.localhost/error'),
      '/error',
      {} as never,
    )
    expect([answer.status, heading(await answer.text())]).toEqual([500, 'Something went wrong'])
  })
})

/** The words of the button that leads to `/`. */
function wayHome(html: string): string | undefined {
  return /<a href="\/"[^>]*class="button[^>]*>\s*([^<]*?)\s*<\/a>/.exec(html)?.[1]
}

function heading(html: string): string | undefined {
  return /<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1]
}

/** The properties that an island is given, as they are in its page. */
function propsOf(html: string, island: string): Record<string, unknown> {
  const [element = ''] = [...html.matchAll(/<astro-island[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => tag.includes(`component-export="${island}"`))
  const text = /\bprops="([^"]*)"/.exec(element)?.[1] ?? '{}'
  return JSON.parse(unescaped(text)) as Record<string, unknown>
}

function unescaped(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
