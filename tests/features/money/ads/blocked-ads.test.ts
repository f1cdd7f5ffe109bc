import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openBrowser } from '../../../support/fake-browser.ts'

/** What becomes of an ad whose picture a browser blocks (specification §3, adblockOptimiserAds). */

beforeEach(() => {
  vi.resetModules()
  openBrowser('/search')
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe(): void {}
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

type Picture = EventTarget & { complete: boolean; naturalWidth: number }

/** The page with one ad, whose picture is as given when the script comes. */
async function shows(picture: Pick<Picture, 'complete' | 'naturalWidth'>, fallsBack: boolean) {
  const marks = new Set<string>()
  const image: Picture = Object.assign(new EventTarget(), picture)
  const ad = {
    dataset: { ad: 'dinner' },
    querySelector: (selector: string) => (selector === 'img' ? image : null),
    toggleAttribute: (name: string, isOn: boolean) =>
      void (isOn ? marks.add(name) : marks.delete(name)),
  }
  Object.assign(document, {
    querySelectorAll: (selector: string) => (selector === '[data-ad]' || fallsBack ? [ad] : []),
  })
  await import('../../../../src/features/money/ads/ads.client.ts')
  return { image, marks }
}

test.each([
  ['was blocked before the script came', { complete: true, naturalWidth: 0 }],
  ['is blocked later', { complete: false, naturalWidth: 0 }],
])('an ad whose picture %s is one of words, on a brand that falls back', async (_, picture) => {
  const { image, marks } = await shows(picture, true)
  image.dispatchEvent(new Event('error'))
  expect([...marks]).toEqual(['data-words-only'])
})

test('an ad whose picture has come keeps it', async () => {
  expect([...(await shows({ complete: true, naturalWidth: 480 }, true)).marks]).toEqual([])
})

test('an ad of a brand that does not fall back keeps its frame', async () => {
  const { image, marks } = await shows({ complete: true, naturalWidth: 0 }, false)
  image.dispatchEvent(new Event('error'))
  expect([...marks]).toEqual([])
})
