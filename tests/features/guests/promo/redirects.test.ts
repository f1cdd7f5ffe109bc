import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { followRedirect } from '#guests/promo/redirects.contract.ts'
import { targetOf } from '#guests/promo/tracking.ts'
import { brands } from '#sites/registry.ts'
import { elsewhere } from '#tests/sites/open-redirects.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'

/** Where a tracking link leads, and what it may say about who sent somebody. */

const HOME = 'http://www.adultcrush.localhost:4321'
const redirects = {
  ours: '/promo/Affiliate',
  query: '/emailOfferRedirect?key=upgrade',
  hash: '/#register',
  partner: 'https://partner.example/in?from=us',
}
const lead = (query: Record<string, unknown>) => targetOf(redirects, query, HOME)

describe('the words that say who sent somebody', () => {
  test.each([
    ['subid', 'spring-26'],
    ['subid', 'a.b_c-9'],
    ['subid', 'x'.repeat(64)],
    ['campaignId', '0'],
    ['campaignId', '1234567890'],
    ['campaignId', 'summer-2026'],
    ['affiliateId', 'AFF-77'],
  ])('%s=%s is carried on to a page of ours', (name, word) => {
    expect(lead({ key: 'ours', [name]: word })).toBe(`${HOME}/promo/Affiliate?${name}=${word}`)
  })

  test.each([
    ['subid', ''],
    ['subid', 'x'.repeat(65)],
    ['subid', 'x'.repeat(10_000)],
    ['subid', 'a b'],
    ['subid', 'a@b.example'],
    ['subid', '<script>'],
    ['subid', 'a%0d%0ab'],
    ['subid', 'ä'],
    ['subid', 'a\n'],
    ['subid', ['a', 'b']],
    ['campaignId', '-1'],
    ['campaignId', '1E3'],
    ['campaignId', '12345678901'],
    ['campaignId', 'Spring'],
    ['campaignId', 'landing'],
    ['affiliateId', 'a/b'],
    ['affiliateId', '../..'],
    ['affiliateId', { toString: 'a' }],
  ])('%s=%j is not believed', (name, word) => {
    expect(lead({ key: 'ours', [name]: word })).toBe(`${HOME}/promo/Affiliate`)
  })

  test('are all there is: nothing else of the link is carried on', () => {
    const query = {
      key: 'ours',
      isNuxt: '1',
      subid: 's',
      campaignId: '7',
      affiliateId: 'a',
      url: 'https://evil.example',
      token: 't',
      back: '/x',
      utm_source: 'u',
      email: 'a@b.example',
      SubId: 'no',
      __proto__: { subid: 'no' },
    }
    expect(lead(query)).toBe(`${HOME}/promo/Affiliate?subid=s&campaignId=7&affiliateId=a`)
  })

  test('stand beside the query of the place, and before its hash', () => {
    expect(lead({ key: 'query', subid: 's' })).toBe(
      `${HOME}/emailOfferRedirect?key=upgrade&subid=s`,
    )
    expect(lead({ key: 'hash', subid: 's' })).toBe(`${HOME}/?subid=s#register`)
  })

  test('are told to nobody else', () => {
    expect(lead({ key: 'partner', subid: 's', campaignId: '7', affiliateId: 'a' })).toBe(
      'https://partner.example/in?from=us',
    )
  })

  test('come along home where the key is not known', () => {
    expect(lead({ key: 'nobody', affiliateId: 'a' })).toBe(`${HOME}/?affiliateId=a`)
    expect(lead({})).toBe(`${HOME}/`)
  })
})

describe('GET /redirect/index', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app.close())

  test.each(brands.map(({ id }) => id))(
    'on %s says where a link of that brand leads, with who sent somebody',
    async (id) => {
      const { traffic } = brands.find((brand) => brand.id === id) as (typeof brands)[number]
      expect(Object.keys(traffic.redirects)).toEqual(
        expect.arrayContaining(['welcome', 'join', 'oneclick', 'affiliate', 'help', 'offers']),
      )
      const visitor = app.visitor(id)
      for (const [key, place] of Object.entries(traffic.redirects)) {
        const answer = await visitor.calls(followRedirect, {
          query: { key, isNuxt: '1', affiliateId: 'aff-1', to: 'https://evil.example' },
        })
        const target = new URL(place, `http://www.${id}.localhost:4321`)
        target.searchParams.set('affiliateId', 'aff-1')
        expect(answer).toEqual({ url: target.href })
      }
    },
  )

  test('leads home for what is no key, whatever the words claim', async () => {
    for (const payload of elsewhere.filter((one) => one.length <= 200)) {
      const answer = await app
        .visitor('adultcrush')
        .request(
          `/redirect/index?${new URLSearchParams({ key: payload, subid: payload, affiliateId: payload, campaignId: payload, url: payload }).toString()}`,
        )
      if (answer.status === 422) continue
      expect(new URL(((await answer.json()) as { url: string }).url).origin).toBe(HOME)
    }
  })
})
