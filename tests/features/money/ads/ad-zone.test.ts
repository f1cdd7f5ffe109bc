import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AD_ZONE_PATH, ZONE_SANDBOX } from '#money/ads/ad-zone.ts'
import { trackEvent } from '#money/ads/ads.contract.ts'
import { zoneIn } from '#money/ads/ads.ts'
import { brandById, brands } from '#sites/registry.ts'
import { type Brand, brandSchema } from '#sites/site.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type CastMember, joins } from '#tests/support/cast.ts'

/**
 * Zones that somebody else's script fills (decisions §7): off on all brands, and in a frame of
 * nobody's origin.
 */

const zone = {
  id: 'page-zone',
  slot: 'page' as const,
  scriptUrl: 'https://ads.example/z.js?zone=7&x="',
  alsoFrom: ['https://pictures.example'],
  width: 300,
  height: 250,
}
const adultcrush = brandById('adultcrush') as Brand
let app: TestApp
let alice: CastMember
beforeAll(async () => {
  app = await startApp()
  alice = await joins(app, { brand: 'adultcrush', username: 'Alice' })
  adultcrush.zones.push(zone)
})
afterAll(async () => {
  adultcrush.zones.pop()
  await app.close()
})

const asks = (host: string, path: string) =>
  app.frontDoor(
    new Request(`http://${host}:4321${path}`, { headers: { Host: `${host}:4321` } }),
    '203.0.113.7',
    async () => new Response(null, { status: 404 }),
  )
const policyOf = (answer: Response) =>
  answer.headers.get('Content-Security-Policy')?.split('; ') ?? []

test('no brand has one, but the one of this test', () => {
  expect(brands.flatMap(({ id, zones }) => zones.map((one) => [id, one.id]))).toEqual([
    ['adultcrush', 'page-zone'],
  ])
})

describe('the page of a zone', () => {
  test('is sandboxed by its own header, and lets that script run, and nothing else', async () => {
    const answer = await asks(
      'media.adultcrush.localhost',
      `${AD_ZONE_PATH}?zone=page-zone&tier=www`,
    )
    expect(answer.status).toBe(200)
    expect(policyOf(answer)).toEqual([
      'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
      "default-src 'none'",
      'script-src https://ads.example https://pictures.example',
      'connect-src https://ads.example https://pictures.example',
      'img-src data: https://ads.example https://pictures.example',
      "style-src 'unsafe-inline' https://ads.example https://pictures.example",
      'frame-src https://ads.example https://pictures.example',
      "form-action 'none'",
      "base-uri 'none'",
      'frame-ancestors http://www.adultcrush.localhost:4321',
    ])
    expect([answer.headers.get('Set-Cookie'), answer.headers.get('Referrer-Policy')]).toEqual([
      null,
      'no-referrer',
    ])
    expect(await answer.text()).toContain(
      '<script src="https://ads.example/z.js?zone=7&amp;x=&quot;" async></script>',
    )
  })

  test.each([
    'allow-same-origin',
    'allow-top-navigation',
    'allow-forms',
    'allow-modals',
    'allow-downloads',
  ])('may not %s', (right) => {
    expect(ZONE_SANDBOX.split(' ')).not.toContain(right)
  })

  test.each(['?zone=other&tier=www', '?zone=page-zone&tier=evil', '?zone=__proto__&tier=www', ''])(
    'is missing at %s',
    async (query) => {
      expect((await asks('media.adultcrush.localhost', AD_ZONE_PATH + query)).status).toBe(404)
    },
  )

  test('is missing on another brand, and on the pages’ own host', async () => {
    expect(
      (await asks('media.wivesnow.localhost', `${AD_ZONE_PATH}?zone=page-zone&tier=www`)).status,
    ).toBe(404)
    expect(
      (await asks('www.adultcrush.localhost', `${AD_ZONE_PATH}?zone=page-zone&tier=www`)).status,
    ).toBe(404)
  })
})

describe('our own pages', () => {
  test('may frame it where a brand has a zone, and run no script of it', async () => {
    const policy = policyOf(await alice.visit('/messages'))
    expect(policy).toContain('frame-src http://media.adultcrush.localhost:4321')
    expect(policy.join(' ')).not.toContain('ads.example')
    const bob = await joins(app, { brand: 'wivesnow', username: 'Bob' })
    expect(policyOf(await bob.visit('/messages'))).toContain("frame-src 'self'")
    expect(policyOf(await app.visitor('adultcrush').visit('/'))).toContain("frame-src 'self'")
  })

  test.each([
    ['/dashboard', { showAds: true, footerAds: true }, 'page-zone'],
    ['/help/credits', { showAds: true, footerAds: true }, undefined],
    ['/billing/upgrade', { showAds: true, footerAds: true }, undefined],
    ['/dashboard', { showAds: false, footerAds: true }, undefined],
  ])('show it on %s to whom %j: %s', (path, user, shown) => {
    expect(zoneIn('page', [zone], { path, user })?.id).toBe(shown)
    expect(zoneIn('footer', [zone], { path, user })).toBeNull()
  })

  test('count that it was seen', async () => {
    await alice.calls(trackEvent, { body: { ad: 'page-zone', event: 'view' } })
    expect(await app.db.selectFrom('ad_counts').select(['ad', 'count']).execute()).toEqual([
      { ad: 'page-zone', count: 1 },
    ])
  })
})

test.each<[what: string, change: object, field: string]>([
  ['a script that is not https', { scriptUrl: 'http://ads.example/z.js' }, 'scriptUrl'],
  ['script itself instead of its address', { scriptUrl: 'javascript:alert(1)' }, 'scriptUrl'],
  ['an origin with a path', { alsoFrom: ['https://pictures.example/a'] }, 'alsoFrom'],
  [
    'an origin that ends the directive',
    { alsoFrom: ["https://pictures.example; script-src 'unsafe-inline'"] },
    'alsoFrom',
  ],
  ['the full-page slot', { slot: 'fullPage' }, 'slot'],
  ['an id of an ad', { id: 'page-wivesnow' }, 'ids of ads must differ'],
])('a brand’s file is refused with %s', (_, change, field) => {
  expect(() => brandSchema.parse({ ...adultcrush, zones: [zone] })).not.toThrow()
  expect(() => brandSchema.parse({ ...adultcrush, zones: [{ ...zone, ...change }] })).toThrow(field)
})
