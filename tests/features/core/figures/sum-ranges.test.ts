import { expect, test } from 'vitest'
import { plusDays, spanOf, sumRanges } from '#core/figures/days.ts'

/** How often each day is counted; no day that is counted as often as it is taken off. */
function daysIn(ranges: ReturnType<typeof sumRanges>): Map<string, number> {
  const times = new Map<string, number>()
  for (const { from, until, isMonths, sign } of ranges) {
    if (isMonths) expect([from, until].map((day) => day.slice(8))).toEqual(['01', '01'])
    for (let day = from; day < until; day = plusDays(day, 1))
      times.set(day, (times.get(day) ?? 0) + sign)
  }
  return new Map([...times].filter(([, count]) => count !== 0))
}

test.each([7, 30, 90, 365] as const)(
  'the sums of %i days, and of as many before, have each of their days once',
  (days) => {
    for (let today = '2027-01-01'; today < '2028-03-02'; today = plusDays(today, 1)) {
      for (const range of Object.values(spanOf(today, days))) {
        const counted = daysIn(sumRanges(range, days))
        expect(new Set(counted.values()), today).toEqual(new Set([1]))
        expect([...counted.keys()].toSorted().at(0), today).toBe(range.from)
        expect([...counted.keys()].toSorted().at(-1), today).toBe(plusDays(range.until, -1))
        expect(counted.size, today).toBe(days)
      }
    }
  },
)

test('of what is long, half a month of days is read at most at each end', () => {
  const long: unknown[] = []
  for (let today = '2027-01-01'; today < '2028-01-01'; today = plusDays(today, 1))
    long.push(
      ...sumRanges(spanOf(today, 90).now, 90).filter(
        ({ from, until, isMonths }) => !isMonths && until > plusDays(from, 16),
      ),
    )
  expect(long).toEqual([])
})
