import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FakeBrowser, openBrowser } from '#tests/support/fake-browser.ts'

/**
 * A page that was open during an upgrade asks for files that the server has no more (specification
 * §8 and §9).
 */

let browser: FakeBrowser
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 27) })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The page as it was loaded, here or after a reload: what the tab keeps stays. */
async function loads(): Promise<void> {
  vi.resetModules()
  const kept = Reflect.get(globalThis, 'sessionStorage') as Storage | undefined
  browser = openBrowser('/messages')
  if (kept) vi.stubGlobal('sessionStorage', kept)
  vi.stubGlobal('navigator', { onLine: true })
  await import('#ui/reload-guard.client.ts')
}

const missing = new TypeError('Failed to fetch dynamically imported module: /_astro/Chat.js')
const fails = (reason: unknown = missing) => browser.dispatch('unhandledrejection', { reason })

test.each([
  ['unhandledrejection', { reason: missing }],
  ['astro:hydration-error', { detail: { error: missing } }],
  ['reported', { detail: missing }],
])('a script that is gone, told by %s, reloads the page', async (type, details) => {
  await loads()
  browser.dispatch(type, details)
  expect(browser.moves).toEqual(['reload'])
})

test('the page is reloaded again after 10 seconds, and not before', async () => {
  await loads()
  fails()
  await loads()
  vi.advanceTimersByTime(9999)
  fails()
  expect(browser.moves).toEqual([])
  vi.advanceTimersByTime(1)
  fails()
  expect(browser.moves).toEqual(['reload'])
})

test('a page that is being left is not reloaded', async () => {
  await loads()
  browser.dispatch('beforeunload')
  fails()
  expect(browser.moves).toEqual([])
})

test.each([
  ['another error', new TypeError('undefined is not a function')],
  ['an error that is no TypeError', new Error('module')],
])('%s reloads nothing', async (_, reason) => {
  await loads()
  fails(reason)
  expect(browser.moves).toEqual([])
})

test('a browser without a network is not made to reload', async () => {
  await loads()
  vi.stubGlobal('navigator', { onLine: false })
  fails()
  expect(browser.moves).toEqual([])
})
