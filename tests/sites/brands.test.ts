import { describe, expect, test } from 'vitest'
import { networkMailTargets, networkRedirects } from '#sites/links.ts'
import { brandById, brands } from '#sites/registry.ts'
import { type Brand, type BrandData, brandSchema } from '#sites/site.ts'
import { shippedTexts } from '../support/texts.ts'

/** Decisions §1, "Every combination shows somewhere", written out brand by brand. */

const billing = {
  adultcrush: { model: 'subscription', oneDayFreeTrial: false },
  wivesnow: { model: 'credits', customFlow: false },
  xmeeting: { model: 'partner', partner: 7 },
  meetwives: { model: 'partner' },
  megaflirt: { model: 'credits', customFlow: false },
  steamyplay: { model: 'subscription', oneDayFreeTrial: false },
  steamymatches: { model: 'credits', customFlow: false },
  localhussies: { model: 'subscription', oneDayFreeTrial: false },
  discreetcrush: { model: 'subscription', oneDayFreeTrial: false },
  truebootycall: { model: 'subscription', oneDayFreeTrial: true },
  foxytemptation: { model: 'credits', customFlow: true },
} as const

const only = {
  contentWall: ['steamyplay'],
  hasFreeMovies: ['steamyplay'],
  isMainstreamSite: ['discreetcrush'],
  audioMessageFS: ['megaflirt'],
  showFullPageAd: ['adultcrush', 'localhussies'],
  showFullPageAdFS: ['adultcrush', 'localhussies'],
  monetizationFlag: ['adultcrush', 'localhussies'],
  showVirtualHottie: [],
  sendTrafficToIMLive: ['steamymatches'],
} as const

const [first] = brands as [Brand]
const texts = shippedTexts

test('the network is the main brand and the ten sisters, in the order of the route table', () => {
  expect(brands.slice(0, table.length).map((brand) => brand.id)).toEqual(table)
  expect(Object.keys(billing).toSorted()).toEqual(table.toSorted())
  expect(brandById('wivesnow')?.name).toBeTruthy()
  expect(brandById('nobody')).toBeUndefined()
})

// Specification §2, "Sister-site pages".
const table =
  'adultcrush wivesnow xmeeting meetwives megaflirt steamyplay steamymatches localhussies discreetcrush truebootycall foxytemptation'.split(
    ' ',
  )

describe.each(Object.entries(billing))('%s', (id, expected) => {
  test(`bills by ${expected.model}`, () => {
    expect(brandById(id)?.billing).toMatchObject(expected)
  })

  test('is told apart by everything that must be its own', () => {
    const brand = brandById(id) as Brand
    for (const other of brands) {
      if (other.id === id) continue
      expect(other.domain).not.toBe(brand.domain)
      expect(other.name).not.toBe(brand.name)
      expect(other.shortName).not.toBe(brand.shortName)
      expect(other.projectId).not.toBe(brand.projectId)
      expect(other.theme.primary).not.toBe(brand.theme.primary)
      expect(texts.landing(other).headline).not.toBe(texts.landing(brand).headline)
      expect(other.legal.supportEmail).not.toBe(brand.legal.supportEmail)
    }
  })

  test('asks for money only in whole minor units, under keywords of its own', () => {
    const { billing: model } = brandById(id) as Brand
    const offers =
      model.model === 'subscription' ? model.plans : model.model === 'credits' ? model.packs : []
    const keywords = brands.flatMap((brand) => offersOf(brand).map((offer) => offer.keyword))
    for (const { keyword, price } of offers) {
      expect(keywords.filter((other) => other === keyword)).toEqual([keyword])
      expect(price.currency).toMatch(/^[A-Z]{3}$/)
    }
  })
})

function offersOf({ billing: model }: Brand) {
  return model.model === 'subscription' ? model.plans : model.model === 'credits' ? model.packs : []
}

test.each(Object.entries(only))('%s is on for %j alone', (flag, ids) => {
  expect(
    brands
      .filter((brand) => brand.flags[flag as keyof typeof only])
      .map((brand) => brand.id)
      .toSorted(),
  ).toEqual(ids.toSorted())
})

test('discreetcrush shows no ads at all', () => {
  expect(brandById('discreetcrush')?.flags).toMatchObject({
    showAds: false,
    footerAds: false,
    monetizationFlag: false,
    showFullPageAd: false,
    showFullPageAdFS: false,
    displayOneclickPopupOnExit: false,
  })
})

test('meetwives bills by another partner than unlimited access', () => {
  const model = brandById('meetwives')?.billing
  expect(model?.model === 'partner' && model.partner).not.toBe(7)
})

test.each([
  ['landing composition', ({ theme }: Brand) => theme.landing],
  [
    'type pairing',
    ({ theme: { fonts } }: Brand) => [fonts.display, fonts.displayStyle, fonts.text].join(', '),
  ],
  ['face for its headlines', ({ theme: { fonts } }: Brand) => fonts.display],
])('no two brands share a %s', (_, looked) => {
  const looks = table.map((id) => looked(brandById(id) as Brand))
  expect(looks.filter((look, index) => looks.indexOf(look) !== index)).toEqual([])
})

test('credits cost the same acts everywhere: a message 1, a magic message 5, a place 2', () => {
  const prices = brands.flatMap(({ billing }) =>
    billing.model === 'credits' ? [billing.prices] : [],
  )
  expect(prices).not.toEqual([])
  expect(prices).toEqual(prices.map(() => ({ message: 1, magicMessage: 5, revealLocation: 2 })))
})

test.each(['oneSignalAppId', 'audioMessageFS', 'chatListLayoutABTestSide'] as const)(
  'both sides of %s are somewhere',
  (name) => {
    const values = brands.map((brand) =>
      name === 'oneSignalAppId' ? brand.oneSignalAppId !== null : brand.flags[name],
    )
    expect(new Set(values).size).toBe(2)
  },
)

describe('what a brand’s file leaves out', () => {
  const { flags: _flags, oneSignalAppId: _app, defaultLookingFor: _wanted, ...rest } = first
  const lean = brandSchema.parse({
    ...rest,
    traffic: { tmDomain: 'https://traffic.example/' },
    legal: { ...first.legal, custodian: undefined },
  })

  test('is off, save that pages are responsive and advertising says what it is', () => {
    const on = Object.entries(lean.flags).filter(([, value]) => value !== false)
    expect(on).toEqual([
      ['isResponsive', true],
      ['markAdvert', true],
      ['monetizationPageViewsCount', 25],
      ['chatListLayoutABTestSide', 'A'],
    ])
  })

  test('is as everywhere: where links and mails lead, the exit popup’s group, who keeps the records', () => {
    expect(lean.traffic).toEqual({
      tmDomain: 'https://traffic.example/',
      redirects: networkRedirects,
      offers: networkMailTargets,
      trafficUrl: null,
      groupIdExitPopup: 94,
      campaignId: 0,
    })
    expect(lean.legal.custodian).toBe(`Records Custodian, ${first.legal.companyName}`)
    expect([lean.defaultLookingFor, lean.oneSignalAppId]).toEqual([['woman', 'man'], null])
  })

  test('counts for the rest, where it names some: a link of its own, and another place for one of all', () => {
    const { traffic } = brandSchema.parse({
      ...first,
      traffic: {
        tmDomain: 'https://traffic.example/',
        redirects: { spring: '/search', help: '/help/block' },
      },
    })
    expect(traffic.redirects).toEqual({
      ...networkRedirects,
      spring: '/search',
      help: '/help/block',
    })
  })

  test.each(brands.map(({ id }) => id))('is not said again by %s', async (id) => {
    const { brand } = (await import(`../../src/sites/${id}/brand.ts`)) as { brand: BrandData }
    const needless = leavesOf(brand).filter((path) => {
      const without = brandSchema.safeParse(copyWithout(brand, path))
      return without.success && JSON.stringify(without.data) === JSON.stringify(brandById(id))
    })
    expect(needless.map((path) => path.join('.'))).toEqual([])
  })
})

/** The way to each property of an object, and to those of the objects in it. */
function leavesOf(value: unknown, above: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => [
    [...above, key],
    ...leavesOf(part, [...above, key]),
  ])
}

function copyWithout(value: object, path: readonly string[]): object {
  const copy = structuredClone(value)
  const [last = '', ...above] = path.toReversed()
  const holder = above.reduceRight<unknown>(
    (part, key) => (part as Record<string, unknown>)[key],
    copy,
  )
  Reflect.deleteProperty(holder as object, last)
  return copy
}

describe('the registry refuses a brand', () => {
  test('that sends traffic to an address it does not name', () => {
    const sends = { ...first, flags: { ...first.flags, sendTrafficToIMLive: true } }
    expect(() => brandSchema.parse(sends)).toThrow('sendTrafficToIMLive needs traffic.trafficUrl')
    expect(
      brandSchema.parse({
        ...sends,
        traffic: { ...first.traffic, trafficUrl: 'https://traffic.example/' },
      }).id,
    ).toBe(first.id)
  })

  test.each([
    ['with a flag that nobody knows', { ...first, flags: { ...first.flags, showGhosts: true } }],
    [
      'without a company that answers for it',
      { ...first, legal: { ...first.legal, companyName: undefined } },
    ],
    [
      'with a price of nothing',
      {
        ...first,
        billing: {
          model: 'subscription',
          oneDayFreeTrial: false,
          plans: [
            {
              keyword: 'a',
              name: 'a',
              days: 1,
              renews: false,
              endsAll: false,
              price: { amount: 0, currency: 'USD' },
            },
          ],
        },
      },
    ],
    ['whose id is no host label', { ...first, id: 'Adult Crush' }],
    ['that bills in a way of its own', { ...first, billing: { model: 'barter' } }],
  ])('%s', (_, brand) => {
    expect(brandSchema.safeParse(brand).success).toBe(false)
  })
})
