import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { connect } from '#core/live/connection.client.ts'
import type { Hint } from '#core/live/member-events.ts'
import { SECOND } from '#lib/clock.ts'
import { app, withApp } from '#tests/support/app.ts'
import { alice, becomesPremium, type CastMember, dan, writesTo } from '#tests/support/cast.ts'
import { connectStores, type StoreConnection } from '#tests/support/fake-browser.ts'

/**
 * Alice has many pages open in one browser: Node’s own locks and channels stand for the browser’s.
 */

withApp()
let Alice: CastMember
let Dan: CastMember
let server: StoreConnection
const open: Tab[] = []
let since = 0

beforeAll(async () => {
  Alice = await alice(app)
  Dan = await dan(app)
  await becomesPremium(app, Dan)
})

beforeEach(() => {
  server = connectStores(Alice, { streams: true })
  app.clock.advance(SECOND)
  since = app.clock.now().getTime()
})
afterEach(async () => {
  for (const tab of open.splice(0)) tab.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await vi.waitFor(async () => expect((await navigator.locks.query()).held).toEqual([]))
})

type Tab = {
  hints: Hint[]
  state: string
  set(visibility: 'visible' | 'hidden'): void
  goes(): void
  returns(): void
  close(): void
}

function opens(visibility: 'visible' | 'hidden' = 'visible'): Tab {
  const events = new EventTarget()
  let shown = visibility
  const tab: Tab = {
    hints: [],
    state: 'closed',
    set(now) {
      shown = now
      events.dispatchEvent(new Event('visibilitychange'))
    },
    goes: () => void events.dispatchEvent(new Event('pagehide')),
    returns: () =>
      void events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
    close: connect({
      isHidden: () => shown === 'hidden',
      on: (type, act, options) => events.addEventListener(type, act, options),
      since: () => since,
      publish: (hint) => void tab.hints.push(hint),
      show: (state) => (tab.state = state),
    }),
  }
  open.push(tab)
  return tab
}

const streams = () => server.calls.filter((call) => call === 'GET /event/stream').length
const isOpen = (...tabs: Tab[]) =>
  vi.waitFor(() => expect(tabs.map(({ state }) => state)).toEqual(tabs.map(() => 'open')))
const messages = (tab: Tab) => tab.hints.filter(({ type }) => type === 'message')
const fromDan = () => ({ type: 'message', otherId: Dan.id })
const writes = () => writesTo(Dan, Alice)

describe('of many pages', () => {
  test('those that begin hidden open nothing, and the visible ones share one stream', async () => {
    const hidden = Array.from({ length: 6 }, () => opens('hidden'))
    const [first, second, third] = [opens(), opens(), opens()]
    await isOpen(first, second, third)
    await writes()
    for (const tab of [first, second, third])
      await vi.waitFor(() => expect(messages(tab)).toEqual([fromDan()]))
    expect(streams()).toBe(1)
    expect(hidden.map(({ hints, state }) => [hints, state])).toEqual(
      hidden.map(() => [[], 'closed']),
    )
    expect((await navigator.locks.query()).pending).toHaveLength(2)
  })

  test('one that comes later hears what came since its data was read, once', async () => {
    const first = opens()
    await isOpen(first)
    await writes()
    await vi.waitFor(() => expect(messages(first)).toHaveLength(1))
    const second = opens()
    await isOpen(second)
    expect(second.hints).toEqual([fromDan()])
    // Its data is from before the first page’s: what came in between, nobody has heard.
    since = app.clock.now().getTime() - 1000
    const third = opens()
    await isOpen(third)
    expect(third.hints).toEqual([{ type: 'reload' }])
    expect(streams()).toBe(1)
  })

  test('the next one has the stream when the page that had it goes, and nothing is lost between them', async () => {
    const [first, second] = [opens(), opens()]
    await isOpen(first, second)
    first.goes()
    await writes()
    await vi.waitFor(() => expect(messages(second)).toEqual([fromDan()]))
    expect(streams()).toBe(2)
    // Back from the back/forward cache, the first hears what it missed.
    first.returns()
    await vi.waitFor(() => expect(messages(first)).toEqual([fromDan()]))
    await isOpen(first)
    expect(streams()).toBe(2)
  })

  test('one that is looked at takes the stream from one that is hidden, and one that is hidden for long rests', async () => {
    const first = opens()
    await isOpen(first)
    first.set('hidden')
    const second = opens()
    await isOpen(second)
    await vi.waitFor(() => expect(streams()).toBe(2))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    second.set('hidden')
    await vi.advanceTimersByTimeAsync(30_000)
    vi.useRealTimers()
    await vi.waitFor(() => expect(second.state).toBe('closed'))
    await writes()
    second.set('visible')
    await vi.waitFor(() => expect(messages(second)).toEqual([fromDan()]))
  })

  test('one whose system has stopped it loses the stream to one that is looked at', async () => {
    // Has the lock, and says nothing.
    let wakes = () => undefined as void
    const stopped = navigator.locks.request(
      'event-stream',
      () => new Promise<void>((resolve) => (wakes = resolve)),
    )
    const lost = stopped.catch((error: unknown) => error)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const tab = opens()
    await vi.advanceTimersByTimeAsync(3000)
    vi.useRealTimers()
    await isOpen(tab)
    wakes()
    expect(await lost).toMatchObject({ name: 'AbortError' })
  })

  test('each that is looked at has a stream of its own where pages cannot share', async () => {
    function refused(): never {
      throw new DOMException('refused', 'SecurityError')
    }
    for (const [global, value] of [
      ['BroadcastChannel', undefined],
      ['BroadcastChannel', refused],
      ['navigator', {}],
      ['navigator', { locks: { request: refused } }],
    ] as const) {
      vi.stubGlobal(global, value)
      const before = streams()
      const tabs = [opens(), opens(), opens('hidden')]
      await isOpen(...tabs.slice(0, 2))
      expect(streams()).toBe(before + 2)
      for (const tab of tabs) tab.close()
      vi.unstubAllGlobals()
    }
  })
})
