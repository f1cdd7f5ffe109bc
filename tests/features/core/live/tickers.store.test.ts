import { cleanStores } from 'nanostores'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '#api/client.ts'
import { $user, forgetSession, seedSession } from '#core/accounts/session.store.ts'
import { $hint } from '#core/live/stream.store.ts'
import { $tickers, markAllSeen, markSeen, seedTickers } from '#core/live/tickers.store.ts'
import { noTickers, TICKER_PERIOD } from '#core/live/tickers.ts'
import { SECOND } from '#lib/clock.ts'
import type { UserInfo } from '#members/viewer/parameters.contract.ts'
import { app, withApp } from '#tests/support/app.ts'
import { alice, type CastMember, dan, parametersFor } from '#tests/support/cast.ts'
import {
  type FakeBrowser,
  holdTimers,
  openBrowser,
  connectStores,
  type StoreConnection,
} from '#tests/support/fake-browser.ts'

withApp()
let Alice: CastMember
let Dan: CastMember
let user: UserInfo
let browser: FakeBrowser
let server: StoreConnection

beforeAll(async () => {
  Alice = await alice(app)
  Dan = await dan(app)
  const { userInfo } = await parametersFor(Alice)
  user = userInfo as UserInfo
})

beforeEach(() => {
  browser = openBrowser()
  server = connectStores(Alice)
  holdTimers()
  seedSession(user)
})
afterEach(async () => {
  forgetSession()
  cleanStores($tickers, $hint, $user)
  await server.whenIdle()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const asked = () => server.calls.filter((call) => call === 'GET /event/tickers').length

async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds)
  await server.whenIdle()
}

async function looks(viewer: CastMember, viewed: CastMember): Promise<void> {
  app.clock.advance(SECOND)
  await app.db
    .insertInto('views')
    .values({ viewer_id: viewer.id, viewed_id: viewed.id, viewed_at: app.clock.now() })
    .onConflict((conflict) =>
      conflict.columns(['viewer_id', 'viewed_id']).doUpdateSet({ viewed_at: app.clock.now() }),
    )
    .execute()
  // As the event of a look does, which this one lacks.
  app.services.remembered.forget(viewed.id)
}

test('counters are asked for every 30 seconds, as long as anybody listens', async () => {
  expect(TICKER_PERIOD).toBe(30_000)
  seedTickers({ ...noTickers, newLikes: 3 }, 0)
  const stop = $tickers.listen(() => undefined)
  expect($tickers.get().newLikes).toBe(3)
  await looks(Dan, Alice)
  await pass(TICKER_PERIOD - 1)
  expect(asked()).toBe(0)
  await pass(1)
  expect($tickers.get()).toEqual({ ...noTickers, newViews: 1 })
  expect(asked()).toBe(1)
  await pass(TICKER_PERIOD)
  expect(asked()).toBe(2)
  stop()
  await pass(3 * TICKER_PERIOD)
  expect(asked()).toBe(2)
})

test('counters are asked for no more after signing out, however long the page stays', async () => {
  const stop = $tickers.listen(() => undefined)
  await pass(TICKER_PERIOD)
  expect(asked()).toBe(1)
  forgetSession()
  await pass(3 * TICKER_PERIOD)
  expect(asked()).toBe(1)
  stop()
})

test('counters are asked for after another wait on each page', async () => {
  vi.mocked(Math.random).mockReturnValue(0)
  $tickers.listen(() => undefined)
  for (const time of [1, 2]) {
    await pass(0.9 * TICKER_PERIOD - 1)
    expect(asked()).toBe(time - 1)
    await pass(1)
    expect(asked()).toBe(time)
  }
})

test('counters that are seen are 0 at once, here and at the next answer', async () => {
  seedTickers({ ...noTickers, newViews: 1 }, 0)
  $tickers.listen(() => undefined)
  const done = markSeen('newViews')
  expect($tickers.get().newViews).toBe(0)
  await done
  await pass(TICKER_PERIOD)
  expect($tickers.get().newViews).toBe(0)
})

test('all counters are seen at once, and say where the server did not hear of it', async () => {
  await looks(Dan, Alice)
  seedTickers({ ...noTickers, newViews: 1 }, 0)
  $tickers.listen(() => undefined)
  server.goOffline(new CallError({ code: 'offline', status: 0, detail: 'No connection.' }))
  const refused = markAllSeen()
  expect($tickers.get()).toEqual(noTickers)
  expect(await refused).toBe(false)
  server.goOnline()
  await pass(TICKER_PERIOD)
  expect($tickers.get().newViews).toBe(1)
  app.clock.advance(SECOND)
  expect(await markAllSeen()).toBe(true)
  await pass(TICKER_PERIOD)
  expect($tickers.get()).toEqual(noTickers)
})

test('counters are not brought back by an answer that was asked for before they were seen', async () => {
  await looks(Dan, Alice)
  $tickers.listen(() => undefined)
  await vi.advanceTimersByTimeAsync(TICKER_PERIOD)
  await markSeen('newViews')
  await server.whenIdle()
  expect($tickers.get().newViews).toBe(0)
})

test('counters are asked for at once when the stream says that something came, once for several hints', async () => {
  seedTickers(noTickers, 0)
  $tickers.listen(() => undefined)
  await looks(Dan, Alice)
  $hint.set({ type: 'ready' })
  await pass(SECOND)
  expect(asked()).toBe(0)
  $hint.set({ type: 'tickers' })
  $hint.set({ type: 'message', otherId: Dan.id })
  await pass(SECOND)
  expect(asked()).toBe(1)
  expect($tickers.get().newViews).toBe(1)
})

test('counters go on after a moment without network', async () => {
  $tickers.listen(() => undefined)
  server.goOffline(new CallError({ code: 'offline', status: 0, detail: 'No connection.' }))
  await pass(TICKER_PERIOD)
  server.goOnline()
  await looks(Dan, Alice)
  await pass(TICKER_PERIOD)
  expect($tickers.get().newViews).toBe(1)
})

test('counters stop with the session, and show nothing of it any more', async () => {
  seedTickers({ ...noTickers, newLikes: 3 }, 0)
  $tickers.listen(() => undefined)
  server.goOffline(
    new CallError({ code: 'unauthenticated', status: 401, detail: 'Please sign in first.' }),
  )
  await pass(TICKER_PERIOD)
  expect($tickers.get()).toEqual(noTickers)
  expect($user.get()).toBeNull()
  expect(browser.moves).toEqual(['replace /site/ended?back=%2Fdashboard'])
  await pass(3 * TICKER_PERIOD)
  expect(asked()).toBe(1)
})
