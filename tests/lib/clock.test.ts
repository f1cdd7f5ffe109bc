import { describe, expect, test } from 'vitest'
import { ageOn, DAY, earliestBirthday, later, latestBirthday } from '#lib/clock.ts'

describe('an age', () => {
  test.each([
    ['2008-11-20', '2026-11-20', 18],
    ['2008-11-21', '2026-11-20', 17],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2008-02-29', '2028-02-28', 19],
    ['2008-02-29', '2028-02-29', 20],
    ['2026-11-20', '2026-11-20', 0],
    ['2027-01-01', '2026-11-20', -1],
  ])('born on %s, on %s, is %d', (birthday, on, age) => {
    for (const time of ['T00:00:00Z', 'T23:59:59.999Z'])
      expect(ageOn(birthday, new Date(on + time))).toBe(age)
  })

  test('has a first and a last day of birth, on every day of a leap year and the year after', () => {
    const dayAfter = (day: string) => later(new Date(day), DAY).toISOString().slice(0, 10)
    const dayBefore = (day: string) => later(new Date(day), -DAY).toISOString().slice(0, 10)
    for (
      let on = new Date('2028-01-01T12:00:00Z');
      on.getUTCFullYear() < 2030;
      on = later(on, DAY)
    ) {
      for (const age of [18, 19, 20, 99]) {
        const [first, last] = [earliestBirthday(age, on), latestBirthday(age, on)]
        expect([on, ageOn(first, on), ageOn(last, on)]).toEqual([on, age, age])
        expect([on, ageOn(dayBefore(first), on), ageOn(dayAfter(last), on)]).toEqual([
          on,
          age + 1,
          age - 1,
        ])
      }
    }
  })
})
