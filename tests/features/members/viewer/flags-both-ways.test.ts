import { beforeEach, expect, test, vi } from 'vitest'
import { DAY } from '#lib/clock.ts'
import { app, withApp } from '#tests/support/app.ts'
import { joins } from '#tests/support/cast.ts'

/**
 * Local Hussies is made a brand of the tests: it has the side of three flags that none of the
 * eleven shows (decisions §1).
 */

vi.mock(import('#sites/registry.ts'), async (importOriginal) => {
  const { brands, ...rest } = await importOriginal()
  const all = brands.map((brand) =>
    brand.id === 'localhussies'
      ? {
          ...brand,
          flags: {
            ...brand.flags,
            isResponsive: false,
            markAdvert: false,
            removeOptimiserRedirects: true,
          },
        }
      : brand,
  )
  return { ...rest, brands: all, brandById: (id: string) => all.find((brand) => brand.id === id) }
})

withApp()
beforeEach(() => app.clock.advance(DAY))

test.each([
  ['adultcrush', { isResponsive: true, markAdvert: true, removeOptimiserRedirects: false }],
  ['localhussies', { isResponsive: false, markAdvert: false, removeOptimiserRedirects: true }],
])('%s says so to every page', async (id, flags) => {
  const answer = await app.visitor(id).request('/site/getParameters')
  expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining(flags)])
})

test.each([
  ['adultcrush', 'FullPageAd'],
  ['localhussies', null],
])('a member of %s whose ad is due is sent there: %s', async (id, sent) => {
  const member = await joins(app, { brand: id, username: `Alice${id}` })
  app.clock.advance(2 * DAY)
  expect((await member.request('/search/users')).headers.get('X-Page-Render')).toBe(sent)
})
