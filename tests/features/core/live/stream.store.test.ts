import { cleanStores } from 'nanostores'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { CallError } from '#api/client.ts'
import { createEventParser, type StreamEvent } from '#core/live/event-parser.ts'
import type { Hint } from '#core/live/member-events.ts'
import { $connection, $hint } from '#core/live/stream.store.ts'
import { MINUTE, SECOND } from '#lib/clock.ts'
import { app, withApp } from '#tests/support/app.ts'
import { alice, becomesPremium, type CastMember, dan, writesTo } from '#tests/support/cast.ts'
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
let browser: FakeBrowser
let server: StoreConnection
let hints: Hint[]

beforeAll(async () => {
  Alice = await alice(app)
  Dan = await dan(app)
  await becomesPremium(app, Dan)
})

beforeEach(() => {
  browser = openBrowser()
  server = connectStores(Alice, { streams: true })
  hints = []
})
afterEach(async () => {
  cleanStores($hint)
  $hint.set(null)
  await isClosed()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const listens = () => $hint.listen((hint) => void (hint && hints.push(hint)))
const opened = () => server.calls.filter((call) => call === 'GET /event/stream').length
const PATIENCE = 10 * SECOND
const isOpen = () => vi.waitFor(() => expect($connection.get()).toBe('open'), { timeout: PATIENCE })
// The store waits a second before it believes that nobody listens any more.
const isClosed = () =>
  vi.waitFor(() => expect($connection.get()).toBe('closed'), { timeout: PATIENCE })

/** Lets what is under way in the in-process server come in, while timers stand. */
async function turns(): Promise<void> {
  for (let n = 0; n < 50; n += 1) await new Promise<void>((resolve) => setImmediate(resolve))
}

/** As above, until the server has answered, whose database takes its time. */
async function turnsUntilOpen(): Promise<void> {
  const began = process.hrtime.bigint()
  const passed = () => Number(process.hrtime.bigint() - began) / 1e6
  while ($connection.get() !== 'open' && passed() < PATIENCE) await turns()
}

describe('the stream', () => {
  test('is one for all that listen, and ends with the last of them', async () => {
    const stops = [listens(), listens(), listens()]
    await isOpen()
    expect(opened()).toBe(1)
    for (const stop of stops) stop()
    await isClosed()
  })

  test('is not opened where nobody listens any more once its module is there', async () => {
    listens()()
    cleanStores($hint)
    await turns()
    expect(opened()).toBe(0)
  })

  test('brings hints at once', async () => {
    listens()
    await isOpen()
    await writesTo(Dan, Alice)
    await vi.waitFor(() => expect(hints).toContainEqual({ type: 'message', otherId: Dan.id }))
  })

  test('is tried again with ever longer waits, anywhere in their second half', async () => {
    holdTimers()
    const random = vi.spyOn(Math, 'random').mockReturnValue(0)
    server.goOffline(new CallError({ code: 'offline', status: 0, detail: 'No connection.' }))
    listens()
    await turns()
    const tries: number[] = []
    for (const seconds of [1, 2, 4, 8]) {
      await vi.advanceTimersByTimeAsync(seconds * SECOND - 1)
      await turns()
      tries.push(opened())
      await vi.advanceTimersByTimeAsync(1)
      await turns()
      tries.push(opened())
    }
    expect(tries).toEqual([1, 2, 2, 3, 3, 4, 4, 5])
    random.mockRestore()
    server.goOnline()
    await vi.advanceTimersByTimeAsync(MINUTE)
    await turnsUntilOpen()
    expect($connection.get()).toBe('open')
  })

  test('is let go by a page that nobody looks at, and taken up again by one that somebody does, with what came meanwhile, once', async () => {
    listens()
    await isOpen()
    holdTimers()
    browser.setVisibility('hidden')
    await vi.advanceTimersByTimeAsync(MINUTE)
    await turns()
    expect($connection.get()).toBe('closed')
    vi.useRealTimers()
    hints = []
    await writesTo(Dan, Alice, 'While you were away')
    browser.setVisibility('visible')
    await isOpen()
    const message = { type: 'message', otherId: Dan.id }
    await vi.waitFor(() => expect(hints).toContainEqual(message), { timeout: PATIENCE })
    expect(hints.filter(({ type }) => type !== 'ready')).toEqual([message])
    expect([opened(), hints.length]).toEqual([2, 2])
  })

  test('is given up where the server refuses it: the page polls instead', async () => {
    server = connectStores(Alice)
    holdTimers()
    listens()
    await turns()
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    await turns()
    expect(opened()).toBe(1)
  })
})

describe('the parser', () => {
  const whole =
    'retry: 3000\r\n\r\n: ping\n\ndata: {"type":"ready"}\n\nevent: x\ndata: one\ndata:two\nid: 7\n\ndata\n\ndata: unfinished'
  const events: StreamEvent[] = [
    { kind: 'retry', milliseconds: 3000 },
    { kind: 'data', data: '{"type":"ready"}' },
    { kind: 'data', data: 'one\ntwo' },
    { kind: 'id', id: '7' },
    { kind: 'data', data: '' },
  ]

  test.each([1, 2, 3, 7, 1000])('reads the same in chunks of %d characters', (size) => {
    const heard: StreamEvent[] = []
    const parse = createEventParser((event) => heard.push(event))
    for (let at = 0; at < whole.length; at += size) parse(whole.slice(at, at + size))
    expect(heard).toEqual(events)
  })
})
