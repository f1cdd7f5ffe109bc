import { cleanStores } from 'nanostores'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '#api/client.ts'
import { $user, forgetSession, seedSession } from '#core/accounts/session.store.ts'
import { $hint } from '#core/live/stream.store.ts'
import type { UserInfo } from '#members/viewer/parameters.contract.ts'
import { grantCredits, spendCredits } from '#money/credits/credits.sql.ts'
import { $credits, CREDITS_PERIOD, seedCredits } from '#money/credits/credits.store.ts'
import { app, withApp } from '#tests/support/app.ts'
import { bob, type CastMember, joins, parametersFor } from '#tests/support/cast.ts'
import { givesCredits } from '#tests/support/credits.ts'
import {
  type FakeBrowser,
  holdTimers,
  openBrowser,
  connectStores,
  type StoreConnection,
} from '#tests/support/fake-browser.ts'

withApp()
let Bob: CastMember
let server: StoreConnection
let browser: FakeBrowser

beforeAll(async () => {
  Bob = await bob(app)
})

let orders = 0
async function buys(credits: number): Promise<void> {
  const reference = `order:${(orders += 1)}`
  const lot = {
    credits,
    source: 'purchase' as const,
    reference,
    expiresAt: null,
    at: app.clock.now(),
  }
  await app.transaction((trx) => grantCredits(trx, Bob.id, lot))
}
async function spends(credits: number): Promise<void> {
  const spend = { credits, reason: 'message', reference: null, at: app.clock.now() }
  await app.transaction((trx) => spendCredits(trx, Bob.id, spend))
}

/** Bob opens a page: its data, its stores. */
async function opensPage(): Promise<void> {
  const { userInfo, creditsInfo } = await parametersFor(Bob)
  seedSession(userInfo as UserInfo)
  seedCredits(creditsInfo?.currentCredits ?? null)
  $credits.listen(() => undefined)
}

beforeEach(() => {
  browser = openBrowser()
  server = connectStores(Bob)
  holdTimers()
})
afterEach(async () => {
  forgetSession()
  cleanStores($credits, $hint, $user)
  await server.whenIdle()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const asked = () => server.calls.filter((call) => call === 'GET /profile/currentCreditsInfo').length
async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds)
  await server.whenIdle()
}

test('credits are asked for every 5 seconds', async () => {
  expect(CREDITS_PERIOD).toBe(5000)
  await buys(3)
  await opensPage()
  expect($credits.get()).toBe(3)
  await spends(1)
  await pass(CREDITS_PERIOD - 1)
  expect(asked()).toBe(0)
  await pass(1)
  expect($credits.get()).toBe(2)
  await pass(CREDITS_PERIOD)
  expect(asked()).toBe(2)
})

test('credits are asked for after another wait on each page', async () => {
  vi.mocked(Math.random).mockReturnValue(0)
  await opensPage()
  await pass(0.9 * CREDITS_PERIOD - 1)
  expect(asked()).toBe(0)
  await pass(1)
  expect(asked()).toBe(1)
})

test('credits are not asked for by a page that nobody looks at, and at once by one that somebody looks at again', async () => {
  await opensPage()
  browser.setVisibility('hidden')
  await pass(CREDITS_PERIOD)
  const before = asked()
  await pass(10 * CREDITS_PERIOD)
  expect(asked()).toBe(before)
  browser.setVisibility('visible')
  await pass(0)
  expect(asked()).toBe(before + 1)
  await pass(CREDITS_PERIOD)
  expect(asked()).toBe(before + 2)
})

test('with credits at 0, polling stops and a premium member is standard, an ex-premium', async () => {
  await opensPage()
  expect($user.get()).toMatchObject({ membership: 'premium', isPremium: true, isExPremium: false })
  await spends(2)
  await pass(CREDITS_PERIOD)
  expect($credits.get()).toBe(0)
  expect($user.get()).toMatchObject({ membership: 'standard', isPremium: false, isExPremium: true })
  await pass(10 * CREDITS_PERIOD)
  expect(asked()).toBe(1)
})

test('credits that were given and have run out leave the page with what the server says when it is loaded again', async () => {
  Bob = await joins(app, { brand: 'wivesnow', username: 'Given' })
  server = connectStores(Bob)
  await givesCredits(app, Bob, 2)
  await opensPage()
  await spends(2)
  await pass(CREDITS_PERIOD)
  const { userInfo } = await parametersFor(Bob)
  const { membership, isPremium, isExPremium, hasInsufficientCreditsFlag, neverUpgraded } =
    userInfo as UserInfo
  expect($user.get()).toMatchObject({
    membership,
    isPremium,
    isExPremium,
    hasInsufficientCreditsFlag,
    neverUpgraded,
  })
  expect($user.get()).toMatchObject({
    isPremium: false,
    isExPremium: true,
    hasInsufficientCreditsFlag: true,
  })
})

test('credits that were bought meanwhile come with a hint, and polling goes on', async () => {
  await opensPage()
  expect($credits.get()).toBe(0)
  await buys(10)
  $hint.set({ type: 'credits' })
  await pass(0)
  expect($credits.get()).toBe(10)
  expect($user.get()).toMatchObject({ membership: 'premium', isPremium: true, isExPremium: false })
  await pass(CREDITS_PERIOD)
  expect(asked()).toBe(2)
})

test('credits that could not be loaded are logged, and asked for again', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await opensPage()
  server.goOffline(new CallError({ code: 'busy', status: 503, detail: 'Busy.' }))
  await pass(CREDITS_PERIOD)
  expect(warn.mock.calls).toEqual([['credits not loaded', 'busy']])
  warn.mockRestore()
  server.goOnline()
  await pass(CREDITS_PERIOD)
  expect($credits.get()).toBe(10)
})

test('credits stop with the session', async () => {
  await opensPage()
  forgetSession()
  await pass(3 * CREDITS_PERIOD)
  expect([$credits.get(), asked()]).toEqual([null, 0])
})

test('credits are not asked for on a brand that uses none', async () => {
  seedCredits(null)
  $credits.listen(() => undefined)
  await pass(3 * CREDITS_PERIOD)
  expect(asked()).toBe(0)
})
