import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAnnouncer } from '#db/announcements.server.ts'
import { SECOND } from '#lib/clock.ts'

/**
 * How often a process notifies the others: each time takes a lock of the whole server for a moment.
 */

type Sent = { at: number; payloads: string[] }
let sent: Sent[]
let announcer: ReturnType<typeof createAnnouncer>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  sent = []
  announcer = createAnnouncer(
    async (notifications) =>
      void sent.push({
        at: performance.now(),
        payloads: notifications.map(([, payload]) => payload),
      }),
  )
})
afterEach(() => void vi.useRealTimers())

test('what comes alone is sent at once', () => {
  announcer.add('news', 'first')
  vi.advanceTimersByTime(0)
  expect(sent.map(({ payloads }) => payloads)).toEqual([['first']])
})

test('of a thousand in a second, each is sent once, at twenty moments at most', () => {
  const payloads = Array.from({ length: 1000 }, (_, n) => `of ${n}`)
  for (const payload of payloads) {
    announcer.add('news', payload)
    vi.advanceTimersByTime(1)
  }
  vi.advanceTimersByTime(SECOND)
  expect(sent.flatMap((one) => one.payloads)).toEqual(payloads)
  for (const { at } of sent)
    expect(sent.filter((one) => one.at >= at && one.at < at + SECOND).length).toBeLessThanOrEqual(
      20,
    )
})

test('the same one is sent once for all that came meanwhile, on each channel', () => {
  announcer.add('news', 'before')
  vi.advanceTimersByTime(0)
  for (const channel of ['news', 'other', 'news', 'news', 'other']) announcer.add(channel, 'again')
  vi.advanceTimersByTime(SECOND)
  expect(sent.map((one) => one.payloads)).toEqual([['before'], ['again', 'again']])
  announcer.add('news', 'again')
  vi.advanceTimersByTime(0)
  expect(sent.at(-1)?.payloads).toEqual(['again'])
  expect(sent).toHaveLength(3)
})

test('what waits when the process ends is sent before it does', async () => {
  announcer.add('news', 'first')
  vi.advanceTimersByTime(0)
  announcer.add('news', 'last')
  await announcer.close()
  expect(sent.map((one) => one.payloads)).toEqual([['first'], ['last']])
})
