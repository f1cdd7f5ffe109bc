import { cleanStores } from 'nanostores'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { $hint } from '#core/live/stream.store.ts'
import { $typing, endTyping, noteTyping } from '#members/messages/typing/typing.store.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type CastMember, joins } from '#tests/support/cast.ts'
import { connectStores, openBrowser, type StoreConnection } from '#tests/support/fake-browser.ts'

let app: TestApp
let Kim: CastMember
let Lee: CastMember
let server: StoreConnection
beforeAll(async () => {
  app = await startApp()
  ;[Kim, Lee] = [
    await joins(app, { brand: 'adultcrush', username: 'Kim' }),
    await joins(app, { brand: 'adultcrush', username: 'Lee' }),
  ]
})
afterAll(() => app.close())
beforeEach(() => {
  openBrowser('/messages')
  server = connectStores(Kim)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  $typing.listen(() => undefined)
})
afterEach(async () => {
  vi.useRealTimers()
  await server.whenIdle()
  cleanStores($typing, $hint)
  vi.unstubAllGlobals()
})

const shown = () => [...$typing.get()]
const hears = (type: 'typing' | 'message') => $hint.set({ type, otherId: Lee.id })
const signals = () => server.calls.filter((route) => route === 'POST /message/typing').length

test('a mark is shown for six seconds after the last signal', () => {
  hears('typing')
  vi.advanceTimersByTime(5000)
  hears('typing')
  vi.advanceTimersByTime(5999)
  expect(shown()).toEqual([Lee.id])
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual([])
})

test('a message ends it at once, also for a signal that it has overtaken', () => {
  hears('typing')
  hears('message')
  expect(shown()).toEqual([])
  hears('typing')
  expect(shown()).toEqual([])
  vi.advanceTimersByTime(1000)
  hears('typing')
  expect(shown()).toEqual([Lee.id])
})

test('what is typed is told at most once in three seconds, an empty field never, the next message at once', () => {
  noteTyping(Lee.id, ' ')
  expect(signals()).toBe(0)
  for (let n = 0; n < 30; n += 1) {
    noteTyping(Lee.id, 'Hello')
    vi.advanceTimersByTime(100)
  }
  expect(signals()).toBe(1)
  noteTyping(Lee.id, 'Hello L')
  expect(signals()).toBe(2)
  endTyping()
  noteTyping(Lee.id, 'N')
  expect(signals()).toBe(3)
})
