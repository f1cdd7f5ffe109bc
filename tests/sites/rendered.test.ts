import { afterAll, beforeAll, expect, test } from 'vitest'
import { brands } from '../../src/sites/registry.ts'
import type { Brand } from '../../src/sites/site.ts'
import { type Renderer, startRenderer } from '../support/rendered.ts'

/** Components as the server renders them: sides of flags that none of the eleven brands shows, and what all pages have. */

let renderer: Renderer
beforeAll(async () => {
  renderer = await startRenderer()
})
afterAll(() => renderer.close())

const [brand] = brands as [Brand]
const zone = { id: 'z', slot: 'page', width: 300, height: 250, script: 'https://ads.example/zone.js' }
const host = { tier: 'www', brand: { ...brand, zones: [zone] } }
const ad = {
  id: 'dinner',
  slot: 'page',
  link: 'https://dinner.example',
  image: '/dinner.webp',
  alt: 'A table',
  headline: 'Dinner',
  text: 'For two.',
  action: 'Book',
}
const slot = { place: 'page', ads: [ad], user: { showAds: true, footerAds: true }, path: '/search', memberId: 1, fallsBack: false, media: '' }

test.each([
  ['an ad of the brand', {}],
  ['a zone', { host }],
])('markAdvert writes "Advertisement" above %s, or leaves it off', async (_, locals) => {
  const shown = async (isMarked: boolean) => renderer.render('features/monetisation/AdSlot.astro', { ...slot, isMarked }, locals)
  const [marked, unmarked] = [await shown(true), await shown(false)]
  expect([marked, unmarked].map((html) => [html.includes('data-ad='), />\s*Advertisement\s*</.test(html)])).toEqual([
    [true, true],
    [true, false],
  ])
})

test.each([
  [true, 'width=device-width, '],
  [false, 'width=1200"'],
])('isResponsive %s lays every page out for %s', async (isResponsive, viewport) => {
  const html = await renderer.render('layouts/Document.astro', { brand: { ...brand, flags: { ...brand.flags, isResponsive } }, title: 'Help', path: '/help' })
  expect(html).toContain(`<meta name="viewport" content="${viewport}`)
})

test.each(['layouts/GuestLayout.astro', 'layouts/CommonLayout.astro', 'layouts/LockedLayout.astro'])(
  '%s brings what reloads a page whose script is gone, before any other script',
  async (layout) => {
    const html = await renderer.render(layout, { brand, title: 'Help', description: 'Help', path: '/help', exit: { signsOut: false } })
    const scripts = [...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, address]) => address)
    expect(scripts.length).toBeGreaterThan(1)
    expect(scripts.filter((address) => /reload-guard|Document/.test(address ?? ''))).toEqual([scripts[0]])
  },
)
