import { describe, expect, test } from 'vitest'
import { DAY, later } from '#lib/clock.ts'
import { brands } from '#sites/registry.ts'
import { thresholdsOf } from '#staff/decisions/deciding/thresholds.ts'
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
} from '#staff/decisions/decisions.ts'

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

/**
 * What counts, kept day by day instead of strike by strike: a strike adds its weight to each of its
 * days, and an objection that is right takes it from those that follow.
 */
class Model {
  private readonly byDay = new Int32Array(2000)
  give(day: number, weight: number, days: number | null): number {
    const until = days === null ? this.byDay.length : day + days
    this.add(day, until, weight)
    return until
  }
  takeBack(day: number, until: number, weight: number): void {
    this.add(day, until, -weight)
  }
  on(day: number): number {
    return this.byDay[day] ?? 0
  }
  private add(from: number, until: number, weight: number): void {
    for (let day = from; day < Math.min(until, this.byDay.length); day += 1)
      this.byDay[day] = (this.byDay[day] ?? 0) + weight
  }
}

/** What the highest threshold that is reached asks for, found from below. */
function actFor(
  total: number,
  table: ReturnType<typeof thresholdsOf>,
): { act: string; days: number | null } {
  let reached = table[0]
  for (const one of table) if (one.from <= total) reached = one
  return { act: reached?.act ?? '', days: reached?.days ?? null }
}

type Given = Strike & { until: number }

test('a photo that shows too little is refused without a strike', () => {
  expect(strikeOf('hidePhoto', 'unfitPhoto', 'critical', START)).toBeNull()
  expect(strikeOf('hidePhoto', 'photoRules', 'low', START)).toMatchObject({ weight: 1 })
})

test('strikes, and what they recommend, come to what a model counts, in 10,000 sequences of decisions, objections and time', () => {
  const wrong: string[] = []
  const seen = { given: 0, upheld: 0, overturned: 0, adjusted: 0, ended: 0 }
  for (let seed = 1; seed <= 10_000; seed += 1) {
    const next = numbers(seed)
    const table = thresholdsOf((brands[next(brands.length)] as (typeof brands)[number]).id)
    const strikes: Given[] = []
    const model = new Model()
    let day = 0
    const decides = (act: Act, severity: Severity, policy: 'unfitPhoto' | 'photoRules') => {
      const at = later(START, day * DAY)
      const strike = strikeOf(act, policy, severity, at)
      const counts = !['none', 'restore'].includes(act) && policy !== 'unfitPhoto'
      if ((strike !== null) !== counts) wrong.push(`seed ${seed}: ${act} for ${policy}`)
      if (!strike) return
      seen.given += 1
      const until = model.give(
        day,
        { low: 1, medium: 2, high: 4, critical: 8 }[severity],
        { low: 90, medium: 180, high: 365, critical: null }[severity],
      )
      strikes.push({ ...strike, givenAt: at, reversedAt: null, until })
    }
    const severityOf = () => severities[next(severities.length)] as Severity
    for (let step = 0; step < 25; step += 1) {
      const kind = next(10)
      const chosen = strikes[next(Math.max(1, strikes.length))]
      if (kind < 5)
        decides(
          acts[next(acts.length)] as Act,
          severityOf(),
          next(4) === 0 ? 'unfitPhoto' : 'photoRules',
        )
      else if (kind < 8 && chosen?.reversedAt === null) {
        const outcome = (['upheld', 'overturned', 'adjusted'] as const)[next(3)] ?? 'upheld'
        seen[outcome] += 1
        if (outcome !== 'upheld') {
          chosen.reversedAt = later(START, day * DAY)
          if (day < chosen.until) model.takeBack(day, chosen.until, chosen.weight)
          // What was adjusted is decided anew, and more mildly.
          if (outcome === 'adjusted') decides('warn', 'low', 'photoRules')
        }
      } else day += next(60)
      const at = later(START, day * DAY)
      seen.ended += strikes.filter(
        ({ reversedAt, expiresAt }) => reversedAt === null && expiresAt !== null && expiresAt <= at,
      ).length
      const [counted, total] = [strikesInForce(strikes, at), model.on(day)]
      if (counted !== total)
        wrong.push(`seed ${seed}, step ${step}: ${counted} instead of ${total}`)
      const severity = severityOf()
      const { act, days } = recommend(counted, severity, table)
      const expected = actFor(total + { low: 1, medium: 2, high: 4, critical: 8 }[severity], table)
      if (act !== expected.act || days !== expected.days)
        wrong.push(
          `seed ${seed}, step ${step}: ${act} ${days} instead of ${expected.act} ${expected.days}`,
        )
    }
  }
  expect(wrong.slice(0, 5)).toEqual([])
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(5000)
})

describe('the recommended act', () => {
  test.each<
    [before: number, severity: Severity, act: Act, days: number | null, arithmetic: string]
  >([
    [0, 'low', 'warn', null, '0 from before + 1 for this = 1; from 1 on: warn'],
    [
      1,
      'medium',
      'limit',
      7,
      '1 from before + 2 for this = 3; from 3 on: no first messages for 7 days',
    ],
    [0, 'high', 'suspend', 7, '0 from before + 4 for this = 4; from 4 on: suspend for 7 days'],
    [5, 'low', 'suspend', 30, '5 from before + 1 for this = 6; from 6 on: suspend for 30 days'],
    [
      0,
      'critical',
      'ban',
      null,
      '0 from before + 8 for this = 8; from 8 on: close the account for good',
    ],
    [
      7,
      'medium',
      'ban',
      null,
      '7 from before + 2 for this = 9; from 8 on: close the account for good',
    ],
  ])('after %i strikes and a %s breach is %s', (before, severity, act, days, arithmetic) => {
    expect(recommend(before, severity, thresholdsOf('adultcrush'))).toEqual({
      act,
      days,
      total: before + severityTable[severity].weight,
      arithmetic,
    })
  })

  test('is a brand’s own where it has thresholds of its own', () => {
    expect(recommend(0, 'medium', thresholdsOf('discreetcrush'))).toMatchObject({
      act: 'limit',
      days: 14,
    })
  })

  test.each(brands.map(({ id }) => id))(
    'rises with the strikes on %s, up to the end of the account',
    (brand) => {
      const table = thresholdsOf(brand)
      expect(table.map(({ from }) => from)).toEqual(
        [...new Set(table.map(({ from }) => from))].toSorted((a, b) => a - b),
      )
      expect(table.map(({ act }) => acts.indexOf(act))).toEqual(
        table.map(({ act }) => acts.indexOf(act)).toSorted((a, b) => a - b),
      )
      expect([table[0]?.from, table.at(-1)?.act]).toEqual([1, 'ban'])
      for (const { act, days } of table)
        expect([act, days !== null]).toEqual([act, actTable[act].lasts])
    },
  )
})

test('every rule says what it asks for and where it stands', () => {
  for (const policy of policies) {
    const { text, ground } = policyOf(policy)
    expect(text).toMatch(/^[A-Z].*\.$/)
    expect(ground.kind === 'terms' ? ground.section : ground.law).not.toBe('')
  }
})
