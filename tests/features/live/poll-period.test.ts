import { afterEach, expect, test, vi } from 'vitest'
import { aboutEvery } from '../../../src/features/live/poll-period.ts'

/** Pages that all asked at one moment do not go on asking together. */

afterEach(() => void vi.restoreAllMocks())

test.each([
  [0, 24_000],
  [0.25, 27_000],
  [0.5, 30_000],
  [0.75, 33_000],
  [1 - Number.EPSILON, 36_000],
])('the wait of a poll every 30 seconds, where chance says %f, is %i', (chance, wait) => {
  vi.spyOn(Math, 'random').mockReturnValue(chance)
  expect(aboutEvery(30_000)).toBeCloseTo(wait, 3)
})

test('a thousand pages that asked together are spread over all of it', () => {
  const tenths = new Set(Array.from({ length: 1000 }, () => Math.floor((aboutEvery(30_000) - 24_000) / 1200)))
  expect([...tenths].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})
