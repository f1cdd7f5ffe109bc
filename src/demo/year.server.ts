import type { Db, Trx } from '../db/connection.server.ts'
import type { Measure } from '../features/core/figures/measures.ts'
import { productsOf } from '../features/money/prices/offers.ts'
import { DAY } from '../lib/clock.ts'
import type { Brand } from '../sites/site.ts'
import { insertRows } from './insert.server.ts'
import { type Random, randomFrom } from './random.ts'

/**
 * A year of sums for the board, as brands of this size have: of nobody, since the demo's members are
 * too few to show a business.
 */

/** Days before now that have rows of their own: those of a quarter, and around a year. */
const hasDays = (age: number) => age <= 190 || Math.abs(age - 365) < 35 || Math.abs(age - 730) < 35
const MONTHS = 26

type Row = {
  brand: string
  measure: Measure
  day: string
  detail: string
  source: string
  currency: string
  count: number
  sum: number
}
type World = { seed: string; now: Date; brands: readonly Brand[] }

const columns = {
  brand: 'text',
  measure: 'text',
  day: 'date',
  detail: 'text',
  source: 'text',
  currency: 'text',
  count: 'bigint',
  sum: 'bigint',
} as const

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Once: from then on what happens is counted. */
export async function writeYear(db: Db, world: World): Promise<void> {
  const known = await db.selectFrom('cohort_months').select('brand').limit(1).executeTakeFirst()
  if (!known) await db.transaction().execute((trx) => writeFigures(trx, world))
}

async function writeFigures(trx: Trx, { seed, now, brands }: World): Promise<void> {
  const days: Row[] = []
  const months = new Map<string, Row>()
  const cohorts: CohortRow[] = []
  for (const [index, brand] of brands.entries()) {
    const random = randomFrom(`${seed}:year:${brand.id}`)
    // The main brand is the largest; all grow slowly.
    const size = 60 / (index + 2) + 4
    const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS + 1, 1)
    for (let time = first; time <= now.getTime() - DAY; time += DAY) {
      const age = (now.getTime() - time) / DAY
      for (const row of dayRows(brand, size * (1 - age / 1400), time, random)) {
        if (hasDays(age)) days.push(row)
        const month = { ...row, day: `${row.day.slice(0, 7)}-01` }
        const key = JSON.stringify([
          month.brand,
          month.measure,
          month.day,
          row.detail,
          row.currency,
        ])
        const sum = months.get(key)
        if (!sum) months.set(key, month)
        else [sum.count, sum.sum] = [sum.count + row.count, sum.sum + row.sum]
      }
    }
    cohorts.push(...cohortRows(brand, [...months.values()], now, random))
  }
  await insertRows(trx, 'brand_days', columns, withAll(days, sumKey, addSum))
  await insertRows(trx, 'brand_months', columns, withAll([...months.values()], sumKey, addSum))
  await insertRows(trx, 'cohort_months', cohortColumns, withAll(cohorts, cohortKey, addCohort))
}

/** With the rows of all brands, which have none. */
function withAll<Summed extends { brand: string }>(
  rows: readonly Summed[],
  keyOf: (row: Summed) => unknown[],
  add: (sum: Summed, row: Summed) => void,
): Summed[] {
  const all = new Map<string, Summed>()
  for (const row of rows) {
    const key = JSON.stringify(keyOf(row))
    const sum = all.get(key)
    if (sum) add(sum, row)
    else all.set(key, { ...row, brand: '' })
  }
  return [...rows, ...all.values()]
}

const sumKey = ({ measure, day, detail, currency }: Row) => [measure, day, detail, currency]
function addSum(sum: Row, { count, sum: more }: Row): void {
  sum.count += count
  sum.sum += more
}
const cohortKey = ({ joined, month, currency }: CohortRow) => [joined, month, currency]
function addCohort(sum: CohortRow, { came, paid, sum: more }: CohortRow): void {
  sum.came += came
  sum.paid += paid
  sum.sum += more
}

/** About as many as `mean`, never below none. */
const about = (mean: number, random: Random) =>
  Math.max(0, Math.round(mean + Math.sqrt(mean) * (random.next() + random.next() - 1) * 1.7))

function dayRows(brand: Brand, size: number, time: number, random: Random): Row[] {
  const weekday = new Date(time).getUTCDay()
  const joined = about(size * ([1.25, 1, 0.9, 0.9, 0.95, 1.1, 1.2][weekday] ?? 1), random)
  const confirmed = about(joined * 0.62, random)
  const photo = about(joined * 0.41, random)
  const message = about(joined * 0.33, random)
  const product = productsOf(brand.billing).find(({ price }) => price.amount > 0)
  const first = product ? about(joined * 0.07, random) : 0
  const again = product ? about(size * 0.11, random) : 0
  const back = again > 0 && random.chance(0.12) ? 1 : 0
  const row = (
    measure: Measure,
    count: number,
    more: { detail?: string; currency?: string; sum?: number } = {},
  ): Row => ({
    ...{ brand: brand.id, measure, day: dayOf(time), detail: '', source: '', currency: '' },
    ...{ count, sum: 0, ...more },
  })
  const money = (measure: Measure, detail: string, count: number) =>
    product
      ? [
          row(measure, count, {
            detail,
            currency: product.price.currency,
            sum: count * product.price.amount,
          }),
        ]
      : []
  const kind = product?.gives.kind === 'credits' ? 'credits' : 'initial'
  return [
    row('arrival', about(joined * 2.4, random)),
    row('joined', joined, { detail: 'register' }),
    row('confirmed', confirmed),
    row('photo', photo),
    row('message', message),
    row('active', about(size * 9, random)),
    row('firstPayment', first),
    ...(['confirmed', 'photo', 'message'] as const).map((detail, at) =>
      row('reached', [confirmed, photo, message][at] ?? 0, { detail }),
    ),
    row('reached', first, { detail: 'firstPayment' }),
    ...money('payment', kind, first),
    ...money('payment', kind === 'credits' ? 'credits' : 'renewal', kind === 'credits' ? 0 : again),
    ...money('charge', 'gateway', first + (kind === 'credits' ? 0 : again)),
    row('declined', product ? about(first * 0.4, random) : 0, { detail: 'gateway' }),
    ...money('refund', 'gateway', back),
    ...money('chargeback', 'gateway', back === 1 && random.chance(0.15) ? 1 : 0),
    row('cancelled', product ? about(again * 0.5, random) : 0),
    row('left', about(joined * 0.05, random), { detail: random.pick(['break', 'price', '']) }),
    ...(kind === 'credits' && product?.gives.kind === 'credits'
      ? [
          row('creditsOwed', first, {
            detail: dayOf(time + product.gives.expiresAfter * DAY).slice(0, 7),
            sum: Math.round(first * product.gives.credits * 0.4),
          }),
        ]
      : []),
  ].filter(({ count }) => count > 0)
}

type CohortRow = {
  brand: string
  joined: string
  month: number
  source: string
  currency: string
  came: number
  paid: number
  sum: number
}
const cohortColumns = {
  brand: 'text',
  joined: 'date',
  month: 'smallint',
  source: 'text',
  currency: 'text',
  came: 'bigint',
  paid: 'bigint',
  sum: 'bigint',
} as const

/** Whoever comes back does so less and less. */
function cohortRows(brand: Brand, months: readonly Row[], now: Date, random: Random): CohortRow[] {
  const product = productsOf(brand.billing).find(({ price }) => price.amount > 0)
  return months
    .filter((row) => row.brand === brand.id && row.measure === 'joined')
    .flatMap(({ day, count }) => {
      const since = (now.getUTCFullYear() - Number(day.slice(0, 4))) * 12
      const age = since + now.getUTCMonth() + 1 - Number(day.slice(5, 7))
      return Array.from({ length: age + 1 }, (_, month) => {
        const came = Math.min(count, about(count * (0.12 + 0.82 * 0.58 ** month), random))
        const paid = product ? Math.min(came, about(came * 0.09, random)) : 0
        const key = { brand: brand.id, joined: day, month, source: '' }
        return [
          { ...key, currency: '', came, paid: 0, sum: 0 },
          ...(product && paid > 0
            ? [
                {
                  ...key,
                  currency: product.price.currency,
                  came: 0,
                  paid,
                  sum: paid * product.price.amount,
                },
              ]
            : []),
        ]
      }).flat()
    })
}
