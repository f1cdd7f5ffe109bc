import { afterEach, expect, test, vi } from 'vitest'
import { aboutEvery } from '#core/live/poll-period.ts'
import { TICKER_PERIOD } from '#core/live/tickers.ts'
import { CREDITS_PERIOD } from '#money/credits/credits.store.ts'

/** Pages that all asked at one moment do not go on asking together. */

afterEach(() => void vi.restoreAllMocks())

test.each([
  [TICKER_PERIOD, 0, 27_000],
  [TICKER_PERIOD, 0.5, 30_000],
  [TICKER_PERIOD, 1 - Number.EPSILON, 33_000],
  [CREDITS_PERIOD, 0, 4500],
  [CREDITS_PERIOD, 0.5, 5000],
  [CREDITS_PERIOD, 1 - Number.EPSILON, 5500],
])(
  'the wait of a poll every %i milliseconds, where chance says %f, is %i',
  (period, chance, wait) => {
    vi.spyOn(Math, 'random').mockReturnValue(chance)
    expect(aboutEvery(period)).toBeCloseTo(wait, 3)
  },
)

test('a thousand pages that asked together are spread over all of it', () => {
  const tenths = new Set(
    Array.from({ length: 1000 }, () => Math.floor((aboutEvery(30_000) - 27_000) / 600)),
  )
  expect([...tenths].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})
