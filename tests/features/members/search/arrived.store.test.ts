import { cleanStores } from 'nanostores'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { forgetSession, seedSession } from '#core/accounts/session.store.ts'
import { $hint } from '#core/live/stream.store.ts'
import { $tickers, markAllSeen, refreshTickers, seedTickers } from '#core/live/tickers.store.ts'
import { noTickers } from '#core/live/tickers.ts'
import { SECOND } from '#lib/clock.ts'
import { matchAction } from '#members/likes/likes.contract.ts'
import { $arrived, seedArrived } from '#members/search/home/arrived.store.ts'
import { justNow } from '#members/search/home/home.ts'
import { viewProfile } from '#members/search/profile/profile.contract.ts'
import type { UserInfo } from '#members/viewer/parameters.contract.ts'
import { app, withApp } from '#tests/support/app.ts'
import { alice, bob, type CastMember, dan, parametersFor } from '#tests/support/cast.ts'
import {
  connectStores,
  holdTimers,
  openBrowser,
  type StoreConnection,
} from '#tests/support/fake-browser.ts'

/** What home says just now: `/event/newNotifications`, asked when a counter grows. */

withApp()
let Alice: CastMember
let [Bob, Dan] = [] as CastMember[]
let server: StoreConnection

beforeAll(async () => {
  ;[Alice, Bob, Dan] = [await alice(app), await bob(app), await dan(app)]
})

beforeEach(async () => {
  openBrowser()
  server = connectStores(Alice)
  holdTimers()
  const { userInfo } = await parametersFor(Alice)
  seedSession(userInfo as UserInfo)
})
afterEach(async () => {
  forgetSession()
  cleanStores($arrived, $tickers, $hint)
  await server.whenIdle()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const looks = (who: CastMember | undefined) => who?.calls(viewProfile, { params: { id: Alice.id } })
const told = () => $arrived.get().map(justNow)

async function hears(): Promise<void> {
  refreshTickers()
  await vi.advanceTimersByTimeAsync(SECOND)
  await server.whenIdle()
}

test('home tells what happens while it is open, and no more once it is seen', async () => {
  await looks(Bob)
  seedTickers({ ...noTickers, newViews: 1 }, app.clock.now().getTime())
  seedArrived(app.clock.now().getTime())
  $arrived.listen(() => undefined)
  app.clock.advance(SECOND)
  await looks(Dan)
  await hears()
  // Bob’s look is in what the page came with.
  expect(told()).toEqual([
    { words: 'Dan looked at your profile', href: `/profile/view/id/${Dan?.id}` },
  ])
  app.clock.advance(SECOND)
  // A standard member learns that somebody does, not who (decisions §5).
  await Dan?.calls(matchAction, { params: { action: 'like' }, body: { id: Alice.id } })
  await hears()
  expect(told().map(({ words }) => words)).toEqual([
    'Somebody likes you',
    'Dan looked at your profile',
  ])
  await markAllSeen()
  expect(told()).toEqual([])
})

test('nothing is asked for while no counter grows', async () => {
  seedTickers(noTickers, app.clock.now().getTime())
  seedArrived(app.clock.now().getTime())
  $arrived.listen(() => undefined)
  await hears()
  expect(server.calls.filter((call) => call.includes('newNotifications'))).toEqual([])
})
