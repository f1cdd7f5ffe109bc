import { afterEach, expect, test, vi } from 'vitest'
import { openBrowser } from '../support/fake-browser.ts'

/** What the browser does about a response's headers (specification §4 and §7). */
afterEach(() => vi.unstubAllGlobals())

const dashboard = 'http://www.adultcrush.localhost:4321/dashboard'

test.each<[string, string, Record<string, string>, string[], string | null]>([
  [
    'X-Page-Render',
    '/search/2',
    { 'X-Page-Render': 'FullPageAd' },
    ['assign /fullPageAd'],
    '/search/2',
  ],
  ['X-Page-Render, on the ad page', '/fullPageAd', { 'X-Page-Render': 'FullPageAd' }, [], null],
  ['X-Page-Render, on its index', '/fullPageAd/index', { 'X-Page-Render': 'FullPageAd' }, [], null],
  ['another X-Page-Render', '/search/2', { 'X-Page-Render': 'Page' }, [], null],
  ['neither', '/search/2', {}, [], null],
  [
    'X-Dating-Filter-Redirect',
    '/search/2',
    { 'X-Dating-Filter-Redirect': dashboard },
    [`assign ${dashboard}`],
    null,
  ],
  [
    'X-Dating-Filter-Redirect, on the page that it leads to',
    '/dashboard',
    { 'X-Dating-Filter-Redirect': dashboard },
    [],
    null,
  ],
  [
    'X-Dating-Filter-Redirect before the ad',
    '/search/2',
    { 'X-Dating-Filter-Redirect': dashboard, 'X-Page-Render': 'FullPageAd' },
    [`assign ${dashboard}`],
    null,
  ],
])('obeys %s on %s', async (_, path, headers, moves, returnPath) => {
  vi.resetModules()
  const browser = openBrowser(path)
  vi.stubGlobal('fetch', async () => Response.json({ ok: true }, { headers }))
  const { api } = await import('#api/client.ts')
  await api.fetch('GET /search/users', {})
  expect(browser.moves).toEqual(moves)
  expect(sessionStorage.getItem('fullPageAdReturnPath')).toBe(returnPath)
})
