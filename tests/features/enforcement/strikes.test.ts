import { describe, expect, test } from 'vitest'
import {
  type Act,
  acts,
  actTable,
  policies,
  policyOf,
  recommend,
  type Severity,
  severities,
  severityTable,
  strikesInForce,
  type Strike,
  strikeOf,
  thresholdsOf,
} from '../../../src/features/enforcement/decisions.ts'
import { DAY, later } from '../../../src/lib/clock.ts'
import { brands } from '../../../src/sites/registry.ts'

/** How strikes are counted, and which act they come to: pure rules. */

const START = new Date('2026-03-01T12:00:00Z')

/** Deterministic numbers from 0 to below `most` (mulberry32). */
function numbers(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most
  }
}

/** What counts, kept day by day: a strike adds its weight to each of its days, and a reversal takes it from those that follow. */
class Model {
  readonly byDay = new Map<number, number>()
  private readonly last = 1200
  private add(from: number, until: number, weight: number): void {
    for (let day = from; day < until; day += 1) this.byDay.set(day, (this.byDay.get(day) ?? 0) + weight)
  }
  give(day: number, weight: number, days: number | null): number {
    const until = days === null ? this.last : day + days
    this.add(day, until, weight)
    return until
  }
  reverse(day: number, until: number, weight: number): void {
    this.add(day, until, -weight)
  }
}

test('a photo that shows too little is refused without a strike', () => {
  expect(strikeOf('hidePhoto', 'unfitPhoto', 'critical', START)).toBeNull()
  expect(strikeOf('hidePhoto', 'photoRules', 'low', START)).toMatchObject({ weight: 1 })
})

test('strikes come to what a model counts, in 400 sequences of decisions, reversals and time', () => {
  for (let seed = 1; seed <= 400; seed += 1) {
    const next = numbers(seed)
    const strikes: Array<Strike & { until: number }> = []
    const model = new Model()
    let day = 0
    for (let step = 0; step < 25; step += 1) {
      const at = later(START, day * DAY)
      const kind = next(10)
      if (kind < 5) {
        const severity = severities[next(severities.length)] as Severity
        const act = acts[next(acts.length)] as Act
        const strike = strikeOf(act, next(4) === 0 ? 'unfitPhoto' : 'photoRules', severity, at)
        if (!actTable[act].strikes) expect(strike).toBeNull()
        if (strike) {
          const until = model.give(day, strike.weight, severityTable[severity].days)
          strikes.push({ weight: strike.weight, expiresAt: strike.expiresAt, givenAt: at, reversedAt: null, until })
        }
      } else if (kind < 7 && strikes.length > 0) {
        const chosen = strikes[next(strikes.length)]
        if (chosen && chosen.reversedAt === null) {
          chosen.reversedAt = at
          model.reverse(day, chosen.until, chosen.weight)
        }
      } else day += next(60)
      expect(strikesInForce(strikes, later(START, day * DAY)), `seed ${seed}, step ${step}`).toBe(model.byDay.get(day) ?? 0)
    }
  }
})

describe('the recommended act', () => {
  test.each<[before: number, severity: Severity, act: Act, days: number | null, arithmetic: string]>([
    [0, 'low', 'warn', null, '0 from before + 1 for this = 1; from 1 on: warn'],
    [1, 'medium', 'limit', 7, '1 from before + 2 for this = 3; from 3 on: no first messages for 7 days'],
    [0, 'high', 'suspend', 7, '0 from before + 4 for this = 4; from 4 on: suspend for 7 days'],
    [5, 'low', 'suspend', 30, '5 from before + 1 for this = 6; from 6 on: suspend for 30 days'],
    [0, 'critical', 'ban', null, '0 from before + 8 for this = 8; from 8 on: close the account for good'],
    [7, 'medium', 'ban', null, '7 from before + 2 for this = 9; from 8 on: close the account for good'],
  ])('after %i strikes and a %s breach is %s', (before, severity, act, days, arithmetic) => {
    expect(recommend(before, severity, thresholdsOf('adultcrush'))).toEqual({ act, days, total: before + severityTable[severity].weight, arithmetic })
  })

  test('is a brand’s own where it has thresholds of its own', () => {
    expect(recommend(0, 'medium', thresholdsOf('discreetcrush'))).toMatchObject({ act: 'limit', days: 14 })
  })

  test.each(brands.map(({ id }) => id))('rises with the strikes on %s, up to the end of the account', (brand) => {
    const table = thresholdsOf(brand)
    expect(table.map(({ from }) => from)).toEqual([...new Set(table.map(({ from }) => from))].toSorted((a, b) => a - b))
    expect(table.map(({ act }) => acts.indexOf(act))).toEqual(table.map(({ act }) => acts.indexOf(act)).toSorted((a, b) => a - b))
    expect([table[0]?.from, table.at(-1)?.act]).toEqual([1, 'ban'])
    for (const { act, days } of table) expect([act, days !== null]).toEqual([act, actTable[act].lasts])
  })
})

test('every rule says what it asks for and where it stands', () => {
  for (const policy of policies) {
    const { text, ground } = policyOf(policy)
    expect(text).toMatch(/^[A-Z].*\.$/)
    expect(ground.kind === 'terms' ? ground.section : ground.law).not.toBe('')
  }
})
