import { expect, test } from 'vitest'
import { DAY, later } from '#lib/clock.ts'
import { offersOf, preselected } from '#money/prices/offers.ts'
import {
  readSource,
  sourceInCookie,
  sourceTypes,
  upgradePath,
  wayOn,
} from '#money/prices/upgrade-source.ts'
import { whatOpens } from '#money/prices/what-opens.ts'
import { brands } from '#sites/registry.ts'

/** What stands on the upgrade page of each brand (field L3), and why somebody is there. */

const at = new Date('2026-11-22T12:00:00Z')
const newcomer = { at, locale: 'en-GB', premiumUntil: null, mayTry: true }
const sold = brands.filter(({ billing }) => billing.model !== 'partner')
const factsOf = (
  brandId: string,
  keyword: string,
  buyer: Parameters<typeof offersOf>[1] = newcomer,
) => {
  const brand = brands.find(({ id }) => id === brandId)
  const offer = brand && offersOf(brand, buyer).find((one) => one.keyword === keyword)
  return Object.fromEntries(offer?.facts ?? [])
}

test.each(sold.map((brand) => [brand.id, brand] as const))(
  '%s marks one best value, preselects nothing dear, and says all that L3 asks',
  (_, brand) => {
    const offers = offersOf(brand, newcomer)
    expect(offers.filter(({ isBest }) => isBest)).toHaveLength(1)
    const priced = offers.filter(({ keyword }) => keyword !== 'trial')
    expect(preselected(brand, null)).toBe(priced[0]?.keyword)
    expect(preselected(brand, 'sold no more')).toBe(priced[0]?.keyword)
    expect(preselected(brand, priced.at(-1)?.keyword ?? '')).toBe(priced.at(-1)?.keyword)
    for (const { facts, button } of offers) {
      const terms = Object.fromEntries(facts)
      expect(Object.keys(terms)).toEqual(
        expect.arrayContaining(['Total', 'You get', 'Renewal', 'Seller']),
      )
      expect(terms['Seller']).toBe(brand.legal.companyName)
      expect(terms['To end it'] ?? terms['To withdraw']).toMatch(/withdraw/)
      expect(button).toMatch(/pay/)
    }
  },
)

test('a membership says total, end, renewal and the next charge', () => {
  expect(factsOf('adultcrush', 'ac-month')).toMatchObject({
    Total: 'US$29.95, including VAT, charged now',
    'You get': '30 days, until 22 December 2026',
    Renewal: 'US$29.95 every 30 days, until you cancel',
    'Next charge': 'US$29.95 on 22 December 2026',
  })
})

test('bought again, its days are added to the end', () => {
  const facts = factsOf('adultcrush', 'ac-month', {
    ...newcomer,
    premiumUntil: later(at, 10 * DAY),
  })
  expect(facts).toMatchObject({
    'You get': '30 days, until 1 January 2027',
    'Next charge': 'US$29.95 on 22 December 2026',
  })
})

test('the free day says what it turns into, and is offered to newcomers alone', () => {
  expect(factsOf('truebootycall', 'trial')).toMatchObject({
    Total: 'Nothing today',
    'You get': '1 day, until 23 November 2026',
    Renewal: 'US$19.95 every 30 days, until you cancel',
    'Next charge': 'US$19.95 on 23 November 2026',
  })
  expect(factsOf('truebootycall', 'trial', { ...newcomer, mayTry: false })).toEqual({})
  expect(
    sold
      .filter((brand) => offersOf(brand, newcomer).some(({ keyword }) => keyword === 'trial'))
      .map(({ id }) => id),
  ).toEqual(['truebootycall'])
})

test('a code says what is paid now, and that the renewal costs the full price', () => {
  const promo = { code: 'SECONDLOOK', percent: 20, until: '2027-12-31' }
  expect(factsOf('adultcrush', 'ac-month', { ...newcomer, promo })).toMatchObject({
    Total: 'US$23.96, including VAT, charged now',
    Renewal: 'US$29.95 every 30 days, until you cancel',
    'Next charge': 'US$29.95 on 22 December 2026',
  })
  const offers = sold.flatMap((brand) => offersOf(brand, { ...newcomer, promo }))
  expect(offers.find(({ keyword }) => keyword === 'ac-month')).toMatchObject({
    amount: 'US$23.96',
    full: 'US$29.95',
    terms: 'US$23.96 now for 30 days, then US$29.95 every 30 days until you cancel.',
  })
  expect(offers.find(({ keyword }) => keyword === 'trial')).toMatchObject({
    full: null,
    terms: expect.stringMatching(/^Nothing for 1 day/) as string,
  })
})

test('credits do not renew, and say when they expire', () => {
  expect(factsOf('wivesnow', 'wn-20')).toMatchObject({
    'You get': '20 credits, until 20 February 2027',
    Renewal: 'None: it is charged once',
  })
})

// decisions §5.
test.each(brands.map((brand) => [brand.id, brand] as const))('%s says what opens', (_, brand) => {
  const rows = whatOpens(brand).map(({ what }) => what)
  expect(rows.includes('Change your place')).toBe(brand.flags.locationChangeNeedsPremium)
  expect(rows.length).toBeGreaterThanOrEqual(4)
})

const origin = 'http://www.adultcrush.localhost'
const headers = (given: Record<string, string>) => new Headers(given)
test.each<[string, string, Record<string, string>, ReturnType<typeof readSource>]>([
  ['the address', '?upgradeSourceType=message&with=42', {}, { type: 'message', other: 42 }],
  [
    'the address before the cookie',
    '?upgradeSourceType=likes',
    { Cookie: 'upgradeSourceType=message.42' },
    { type: 'likes', other: null },
  ],
  [
    'an address that is none',
    '?upgradeSourceType=money',
    { Cookie: 'upgradeSourceType=message.42' },
    null,
  ],
  [
    'somebody who is no number',
    '?upgradeSourceType=message&with=../42',
    {},
    { type: 'message', other: null },
  ],
  [
    'the chat before',
    '',
    { Referer: `${origin}/messages?with=42` },
    { type: 'message', other: 42 },
  ],
  [
    'the profile before',
    '',
    { Referer: `${origin}/profile/view/id/42` },
    { type: 'message', other: 42 },
  ],
  [
    'the list before',
    '',
    { Referer: `${origin}/plist/likesyou/1` },
    { type: 'likes', other: null },
  ],
  ['another site before', '', { Referer: 'http://elsewhere.example/messages?with=42' }, null],
  [
    'a page that says nothing',
    '',
    { Referer: `${origin}/help`, Cookie: 'a=b; upgradeSourceType=message.42' },
    { type: 'message', other: 42 },
  ],
  ['a cookie that is none', '', { Cookie: 'upgradeSourceType=%%%' }, null],
  ['nothing', '', {}, null],
])('why somebody upgrades, from %s', (_, query, given, source) => {
  expect(
    readSource({ query: new URLSearchParams(query), headers: headers(given), origin }),
  ).toEqual(source)
})

test('every reason has a way on, and survives address and cookie', () => {
  for (const type of sourceTypes) {
    const source = { type, other: 42 }
    expect(wayOn(source).url).toMatch(/^\/\w/)
    expect(
      readSource({
        query: new URL(upgradePath(type, 42), origin).searchParams,
        headers: headers({}),
        origin,
      }),
    ).toEqual(source)
    const cookie = headers({ Cookie: `upgradeSourceType=${sourceInCookie(source)}` })
    expect(readSource({ query: new URLSearchParams(), headers: cookie, origin })).toEqual(source)
  }
  expect(wayOn({ type: 'message', other: 42 }).url).toBe('/messages?with=42')
  expect(wayOn({ type: 'reveal', other: 42 }).url).toBe('/profile/view/id/42#location')
  expect(wayOn({ type: 'magic', other: null }).url).toBe('/messages#magic-message')
})
