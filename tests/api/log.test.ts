import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog, saySeldom } from '#api/log.server.ts'
import { HOUR, MINUTE } from '#lib/clock.ts'
import { during } from '#lib/present-work.server.ts'

/** Lines for what anybody can make happen: few of them, however often it happens. */

type Line = { level: number; msg: string; times: number; limit?: string; requestId?: string }
let lines: Line[]
let log: ReturnType<typeof createLog>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  lines = []
  log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line) as Line) })
})
afterEach(() => void vi.useRealTimers())

const said = () => lines.map(({ times }) => times)
function happens(times: number): void {
  for (let time = 0; time < times; time += 1) saySeldom(log, 'warn', 'it happened')
}

test('the first is a line at once, and those of the minute after it are one', () => {
  happens(1)
  expect(lines).toEqual([expect.objectContaining({ level: 40, msg: 'it happened', times: 1 })])
  happens(1000)
  expect(said()).toEqual([1])
  vi.advanceTimersByTime(MINUTE)
  expect(said()).toEqual([1, 1000])
  // That line is the beginning of the next minute.
  happens(7)
  expect(said()).toEqual([1, 1000])
  vi.advanceTimersByTime(MINUTE)
  expect(said()).toEqual([1, 1000, 7])
})

test('nothing is said of a minute in which it did not happen, and the next is a line at once', () => {
  happens(1)
  vi.advanceTimersByTime(10 * MINUTE)
  expect(said()).toEqual([1])
  happens(1)
  expect(said()).toEqual([1, 1])
})

test('each of the program’s words is counted for itself, as long as it was asked for', () => {
  for (const limit of ['poll', 'search', 'poll'])
    saySeldom(log, 'info', 'refused', { words: { limit }, period: HOUR })
  expect(lines.map(({ limit }) => limit)).toEqual(['poll', 'search'])
  vi.advanceTimersByTime(HOUR - 1)
  expect(lines).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(lines.slice(2)).toEqual([expect.objectContaining({ level: 30, limit: 'poll', times: 1 })])
})

test('a line for many requests is not found by the id of one', () => {
  during({ requestId: 'request-1', route: null }, () => happens(2))
  vi.advanceTimersByTime(MINUTE)
  expect(lines.map(({ requestId }) => requestId)).toEqual([undefined, undefined])
})
