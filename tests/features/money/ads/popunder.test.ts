import { describe, expect, test } from 'vitest'
import {
  popunderFlagOf,
  popunderTrafficOf,
  withReachableTraffic,
} from '#money/ads/popunder/monetisation.ts'
import {
  type Click,
  isQualifying,
  mayPopUnder,
  popunderTarget,
  type PopunderFlag,
  type PopunderTraffic,
  popunderWayOf,
} from '#money/ads/popunder/popunder.ts'
import { createPartner } from '#sandbox/partner.server.ts'
import { brandById, brands } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'

const member = { username: 'Alice' }

test('outside production it opens a page of the sandbox', async () => {
  const partner = { origin: 'http://partner.localhost:4401', secret: 'a secret' }
  const sandbox = createPartner({ address: 'http://127.0.0.1:1', host: 'api', secret: 'a secret' })
  for (const brand of brands) {
    const reach = withReachableTraffic(brand, { production: false, partner })
    const viewer = {
      email: 'a@b.example',
      subid: '"><b>',
      sharingAcceptedAt: new Date(),
      popunderSeenAt: null,
    }
    const target = popunderTarget(popunderTrafficOf(reach, viewer, false))
    expect(new URL(target).origin).toBe(partner.origin)
    const answer = await sandbox(new Request(target))
    expect([answer.status, (await answer.text()).includes('"><b>')]).toEqual([200, false])
    expect(withReachableTraffic(brand, { production: true, partner })).toBe(brand)
    expect(withReachableTraffic(brand, { production: false, partner: null })).toBe(brand)
  }
})

describe('specification §4, "Exit popunder"', () => {
  test.each<[object | null, PopunderFlag, string, boolean]>([
    [member, 'true', '/dashboard', true],
    [member, '1', '/search/2', true],
    [member, true, '/messages', true],
    [null, 'true', '/dashboard', false],
    [member, 'false', '/dashboard', false],
    [member, '', '/dashboard', false],
    [member, false, '/dashboard', false],
    [member, null, '/dashboard', false],
    [member, undefined, '/dashboard', false],
    [member, 'true', '/fullPageAd', false],
    [member, 'true', '/fullPageAd/index', false],
  ])('for %j with the flag %j on %s: %s', (user, flag, path, allowed) => {
    expect(mayPopUnder(user, flag, path)).toBe(allowed)
  })
})

describe('specification §4, "Qualifying click"', () => {
  const plain: Click = {
    button: 0,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    altKey: false,
    defaultPrevented: false,
    link: { noUnder: false },
  }
  test.each<[string, Partial<Click>, boolean]>([
    ['the primary button on a link', {}, true],
    ['the middle button', { button: 1 }, false],
    ['the secondary button', { button: 2 }, false],
    ['with Ctrl', { ctrlKey: true }, false],
    ['with Meta', { metaKey: true }, false],
    ['with Shift', { shiftKey: true }, false],
    ['with Alt', { altKey: true }, false],
    ['default-prevented', { defaultPrevented: true }, false],
    ['outside a link', { link: null }, false],
    ['on a link with data-no-under', { link: { noUnder: true } }, false],
  ])('%s', (_, change, qualifies) => {
    expect(isQualifying({ ...plain, ...change })).toBe(qualifies)
  })
})

describe('specification §7, "Popunder target"', () => {
  const traffic: PopunderTraffic = {
    sendTrafficToIMLive: false,
    trafficUrl: null,
    tmDomain: 'https://traffic.example/',
    groupIdExitPopup: 94,
    siteShortName: 'ac',
    isMobile: false,
    email: null,
    subid: null,
  }
  test.each<[Partial<PopunderTraffic>, string]>([
    [{}, 'https://traffic.example/?group_id=94&keyword=ac'],
    [{ groupIdExitPopup: 101 }, 'https://traffic.example/?group_id=101&keyword=ac'],
    [{ isMobile: true }, 'https://traffic.example/?group_id=94&keyword=ac_mobile'],
    [
      { email: 'a+b@example.org' },
      'https://traffic.example/?group_id=94&keyword=ac&email=a%2Bb%40example.org',
    ],
    [{ subid: 'x&y' }, 'https://traffic.example/?group_id=94&keyword=ac&subid=x%26y'],
    [
      { email: 'a@example.org', subid: '7' },
      'https://traffic.example/?group_id=94&keyword=ac&email=a%40example.org&subid=7',
    ],
    [
      { tmDomain: 'https://traffic.example/in?from=us' },
      'https://traffic.example/in?from=us&group_id=94&keyword=ac',
    ],
    [
      {
        sendTrafficToIMLive: true,
        trafficUrl: 'https://live.example/',
        email: 'a@example.org',
        subid: '7',
        isMobile: true,
      },
      'https://live.example/',
    ],
    [{ trafficUrl: 'https://live.example/' }, 'https://traffic.example/?group_id=94&keyword=ac'],
  ])('%j', (change, target) => {
    expect(popunderTarget({ ...traffic, ...change })).toBe(target)
  })

  test('the group is 94 where a brand says nothing else, and of each brand its own keyword', () => {
    const adultcrush = brandById('adultcrush') as Brand
    expect(popunderTarget(popunderTrafficOf(adultcrush, nobodyKnown, false))).toBe(
      'https://traffic.adultcrush.example/?group_id=94&keyword=ac',
    )
    expect(brandById('megaflirt')?.traffic.groupIdExitPopup).toBe(98)
  })

  test('steamymatches leads to its fixed address instead', () => {
    const sharing = { ...nobodyKnown, sharingAcceptedAt: new Date() }
    expect(
      popunderTarget(popunderTrafficOf(brandById('steamymatches') as Brand, sharing, true)),
    ).toBe('https://live.steamymatches.example/')
  })
})

const nobodyKnown = {
  email: 'alice@example.org',
  subid: 'a7',
  sharingAcceptedAt: null,
  popunderSeenAt: null,
}

describe('decisions §7: e-mail and subid', () => {
  test.each<[string, Date | null, { email: string | null; subid: string | null }]>([
    ['are unknown unless the member opted in', null, { email: null, subid: null }],
    ['are known of who did', new Date(), { email: 'alice@example.org', subid: 'a7' }],
  ])('%s', (_, sharingAcceptedAt, known) => {
    expect(
      popunderTrafficOf(
        brandById('adultcrush') as Brand,
        { ...nobodyKnown, sharingAcceptedAt },
        false,
      ),
    ).toMatchObject(known)
  })
})

describe('displayOneclickPopupOnExit', () => {
  test.each<[string, string, { showAds: boolean }, Date | null, 'true' | 'false']>([
    ['starts as true', 'adultcrush', { showAds: true }, null, 'true'],
    ['is false once it was seen', 'adultcrush', { showAds: true }, new Date(), 'false'],
    ['is false for who sees no ads', 'adultcrush', { showAds: false }, null, 'false'],
    ['is false on a brand without it', 'xmeeting', { showAds: true }, null, 'false'],
  ])('%s', (_, id, user, popunderSeenAt, flag) => {
    expect(popunderFlagOf(brandById(id) as Brand, { popunderSeenAt }, user)).toBe(flag)
  })

  test('some brand has it, and none without ads', () => {
    const having = brands.filter(({ flags }) => flags.displayOneclickPopupOnExit)
    expect(having.length).toBeGreaterThan(0)
    expect(having.filter(({ flags }) => !flags.showAds)).toEqual([])
  })
})

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

// Specification §7: "On Chrome on Windows and on Opera … on Firefox …".
test.each<[string, string, string]>([
  ['Chrome on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`, 'ctrlClick'],
  ['Chrome on macOS', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${chrome}`, 'window'],
  ['Chrome on Linux', `Mozilla/5.0 (X11; Linux x86_64) ${chrome}`, 'window'],
  [
    'Edge on Windows',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/142.0.0.0`,
    'window',
  ],
  [
    'Opera on Windows',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} OPR/124.0.0.0`,
    'ctrlClick',
  ],
  ['Opera on Linux', `Mozilla/5.0 (X11; Linux x86_64) ${chrome} OPR/124.0.0.0`, 'ctrlClick'],
  ['Opera 12', 'Opera/9.80 (Windows NT 6.1) Presto/2.12.388 Version/12.18', 'ctrlClick'],
  [
    'Firefox on Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
    'blankWindow',
  ],
  [
    'Firefox on Linux',
    'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    'blankWindow',
  ],
  [
    'Safari',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'window',
  ],
  ['nothing', '', 'window'],
])('%s opens it by its own way', (_, userAgent, way) => {
  expect(popunderWayOf(userAgent)).toBe(way)
})
